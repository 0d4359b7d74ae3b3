"""Ignores: what a person has looked at and set aside, with a reason, and until when.

An ignore stands in a comment of the document, in the reference's own `citecheck` field, in the settings file, or, by
fingerprint, in a baseline. It takes a finding out of the count and leaves it in the receipt with its reason. One without a
reason does not hold; one past its date or without a finding is told. (Reasons and findings for unused ignores: after ruff
and zizmor; baselines by fingerprint instead of lines: after detekt.)
"""
