"""As much of requests as docs/python.md uses, on the standard library: for machines without it, so that the page is executed on them too."""
import json as jsons
import urllib.error
import urllib.parse
import urllib.request


class Response:
    def __init__(self, status, body):
        self.ok, self.text = status < 400, body.decode()

    def json(self):
        return jsons.loads(self.text)


class Session:
    def __init__(self):
        self.headers = {}

    def request(self, method, url, params=None, json=None, data=None):
        headers = dict(self.headers)
        if json is not None:
            data, headers["Content-Type"] = jsons.dumps(json).encode(), "application/json"
        query = f"?{urllib.parse.urlencode(params)}" if params else ""
        try:
            with urllib.request.urlopen(urllib.request.Request(url + query, data, headers, method=method)) as reply:
                return Response(reply.status, reply.read())
        except urllib.error.HTTPError as error:
            return Response(error.code, error.read())
