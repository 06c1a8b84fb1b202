"""A proxy that loses answers on purpose: the request is carried out, and its sender never hears."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536
UPGRADE = b"upgrade: websocket"


class LosingProxy:
    """Passes bytes on both ways. `loses` decides by the beginning of a request whether its answer is lost."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.loses: Callable[[bytes], bool] = lambda _: False
        self.lost = 0
        """How many answers were lost."""
        self.loses_on_lines = 0
        """So many messages of live lines are passed on, and their lines cut before anything comes back."""
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            client.close()
            return
        with self._lock:
            self._sockets |= {client, server}
        lossy = threading.Event()
        back = threading.Thread(target=self._pass_back, args=[server, client, lossy], daemon=True)
        back.start()
        self._pass_on(client, server, lossy)

    def _pass_on(self, client: socket.socket, server: socket.socket, lossy: threading.Event) -> None:
        is_line = False
        with suppress(OSError):
            while data := client.recv(CHUNK):
                if is_line and self.loses_on_lines:
                    self.loses_on_lines -= 1
                    lossy.set()
                if self.loses(data):
                    lossy.set()
                is_line = is_line or UPGRADE in data.lower()
                server.sendall(data)
        self._close(client, server)

    def _pass_back(self, server: socket.socket, client: socket.socket, lossy: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(CHUNK):
                if lossy.is_set():
                    self.lost += 1
                    break
                client.sendall(data)
        self._close(client, server)

    def _close(self, *sockets: socket.socket) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        with self._lock:
            self._sockets -= set(sockets)

    def cut(self) -> None:
        """End every connection there is."""
        with self._lock:
            sockets = tuple(self._sockets)
        self._close(*sockets)

    def close(self) -> None:
        self._close(self._server, *self._sockets)


@contextmanager
def losing(url: str) -> Iterator[LosingProxy]:
    """Such a proxy in front of the server at this address."""
    proxy = LosingProxy(int(url.rpartition(":")[2]))
    try:
        yield proxy
    finally:
        proxy.close()


def posts(path: str) -> Callable[[bytes], bool]:
    """Requests that change something at addresses which end like this."""
    return lambda data: data.startswith(b"POST ") and path.encode() in data.partition(b"\r\n")[0]
