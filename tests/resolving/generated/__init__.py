"""References with right answers, made from facts: who cites what, in which style, and with which mistake.

`facts` reads works from `fixtures/works`, `styles` writes them as reference lists do, `changes` makes the mistakes, `cases` puts
them together, and `running` sends them through reading and resolving against the replay server and counts.
"""
