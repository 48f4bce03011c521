"""Clients that go far beyond every limit of the server, for measuring what others feel."""


class Abusers:
    def __init__(self, *a):
        pass

    async def start(self):
        pass

    async def stop(self):
        pass
