import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { endpoints } from "@/lib/domain/api";
import { answer, jsonReply } from "./answer";
import { nodeRoute } from "./node-route";
import { readBodyText } from "./read-input";
import type { RouteHandler } from "./route";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Serves a handler as Next serves a file of `pages/api`; returns the server's port. */
async function serve(handle: (...given: Parameters<RouteHandler>) => Promise<Response>): Promise<number> {
  const serveNode = nodeRoute(Object.assign(handle, { endpoint: endpoints.saveActions }));
  const server = createServer((incoming, outgoing) => {
    const [, assignmentId = ""] = /assignments\/([^/]+)\//.exec(incoming.url ?? "") ?? [];
    void serveNode(Object.assign(incoming, { query: { assignmentId, page: "2" } }), outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const path = "/api/v1/assignments/a1/actions?page=2";
const post = (port: number, body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

test("a handler gets the request's method, address, headers, parameters and text, and its JSON is sent with its status and headers", async () => {
  const port = await serve(async (request, { params, readBytes }) => {
    const { pathname, search } = new URL(request.url);
    const seen = { method: request.method, at: pathname + search, key: request.headers.get("x-key"), params: await params };
    const response = jsonReply(
      { ...seen, text: await readBodyText(request, { readBytes }) },
      { status: 201, headers: { "x-made": "yes" } },
    );
    response.headers.append("set-cookie", "one=1");
    response.headers.append("set-cookie", "two=2");
    return response;
  });
  const response = await post(port, '{"café":1}', { "x-key": "k" });
  expect([response.status, response.headers.get("x-made"), response.headers.getSetCookie()]).toEqual([201, "yes", ["one=1", "two=2"]]);
  expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(await response.clone().text())));
  expect(await response.json()).toEqual({ method: "POST", at: path, key: "k", params: { assignmentId: "a1" }, text: '{"café":1}' });
});

test("a reply that is not JSON is sent byte for byte", async () => {
  const port = await serve(
    async () => new Response(Uint8Array.of(0, 255, 128), { headers: { "content-type": "application/octet-stream" } }),
  );
  expect([...new Uint8Array(await (await post(port, "{}")).arrayBuffer())]).toEqual([0, 255, 128]);
});

test("other methods are refused with those that there are", async () => {
  const port = await serve(async () => expect.fail("was called"));
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});

test("a body of more than 10 MB is refused, whether its length is given or not", async () => {
  const port = await serve((request, { readBytes }) =>
    answer(request, async () => jsonReply({ length: (await readBodyText(request, { readBytes })).length })),
  );
  const most = "x".repeat(10 * 1024 * 1024);
  expect(await (await post(port, most)).json()).toEqual({ length: most.length });
  expect((await post(port, `${most}x`)).status).toBe(413);
  const outgoing = httpRequest({ port, path, method: "POST", headers: { "content-type": "application/json" } });
  const response = new Promise<IncomingMessage>((resolve) => outgoing.once("response", resolve));
  outgoing.write(most);
  outgoing.end("x");
  expect((await response).statusCode).toBe(413);
  (await response).resume();
});

test("the handler of a request whose connection ends before its body reads a refusal", async () => {
  let read: Promise<string> | undefined;
  let noteBegun: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    noteBegun = resolve;
  });
  const port = await serve(async (request, { readBytes }) => {
    read = readBodyText(request, { readBytes });
    noteBegun?.();
    return jsonReply({ text: await read.catch(() => "") });
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":`);
  await begun;
  socket.destroy();
  await expect(read).rejects.toMatchObject({ code: "bad_request", message: "The connection ended before the body did." });
});
