"""The demonstration, and the replay server that stands in for the registries there and in the tests."""
