"""ClickHouse's own engine (chdb) behind the part of ClickHouse's HTTP interface that the sink uses.

Arguments: the port, and the folder of the data. CLICKHOUSE_TEST_KEY, if set, is the password that requests need;
CLICKHOUSE_TEST_PEM, if set, is a file with the key and certificate of TLS.
"""

import os
import re
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

PORT, FOLDER = int(sys.argv[1]), sys.argv[2]
KEY = os.environ.get("CLICKHOUSE_TEST_KEY")
NOT_SETTINGS = {"query", "wait_end_of_query", "database"}
engine = session.Session(FOLDER)
# The embedded engine takes one statement at a time.
one_at_a_time = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, b"Ok.\n")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if KEY is not None and self.headers.get("x-clickhouse-key") != KEY:
            self.answer(403, b"Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)\n")
            return
        parameters = dict(parse_qsl(urlsplit(self.path).query))
        settings = ", ".join(f"{name} = '{value}'" for name, value in parameters.items() if name not in NOT_SETTINGS)
        query = parameters.get("query", "")
        if settings:
            query = re.sub(r" FORMAT ", f" SETTINGS {settings} FORMAT ", query, count=1)
        statement = f"{query}\n{body.decode()}" if body else query
        try:
            with one_at_a_time:
                result = engine.query(statement, "TabSeparated").bytes()
        except Exception as error:
            text = str(error)
            self.answer(404 if "UNKNOWN_" in text else 500, text.encode(), "Code" in text)
            return
        self.answer(200, result)

    def answer(self, status, body, is_exception=False):
        self.send_response(status)
        if is_exception:
            self.send_header("x-clickhouse-exception-code", "1")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True


server = Server(("127.0.0.1", PORT), Handler)
if "CLICKHOUSE_TEST_PEM" in os.environ:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.environ["CLICKHOUSE_TEST_PEM"])
    # The thread of a connection greets, so that a silent client blocks nobody.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
