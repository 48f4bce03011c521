"""The file that a designer writes, its checks, and the arrays that it is compiled into."""
