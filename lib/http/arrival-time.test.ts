import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boundArrivals, letUploadArrive } from "./arrival-time";

const idleMs = 1000;
const ordinaryMs = 2500;
const closers: (() => unknown)[] = [];

// Time passes for our own limits only when a test says so; Node's own checks go by the real clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] }));
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.useRealTimers();
});

/** A server that gives away each request as it comes and answers it when it has arrived, with its number of bytes. */
async function serve(options: ServerOptions, uploadMs = 3_600_000) {
  closers.push(boundArrivals({ ordinaryMs, uploadMs, idleMs }));
  const server = createServer(options, async (request, response) => {
    if (request.url === "/refused") return void response.writeHead(401).end();
    let bytes = 0;
    request.on("data", (piece: Buffer) => {
      bytes += piece.length;
      request.emit("piece");
    });
    request.once("end", () => response.end(`${bytes} bytes`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  const open = async (head: string): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(head);
    return socket;
  };
  const begin = async (length: number, { path = "/", more = "Connection: close\r\n" } = {}) => {
    const requested = once(server, "request");
    const socket = await open(`POST ${path} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${length}\r\n\r\n`);
    return { socket, request: (await requested)[0] as IncomingMessage };
  };
  return { begin, open };
}

const known = ({ request }: { request: IncomingMessage }) => letUploadArrive(new Headers(request.headers as Record<string, string>));

/** Sends a piece and waits until the server has it. */
async function send({ socket, request }: { socket: Socket; request: IncomingMessage }, piece: string) {
  const arrived = once(request, "piece");
  socket.write(piece);
  await arrived;
}

test("an upload that arrives for longer than both Node's limit and the idle limit is taken, piece by piece", async () => {
  const { begin, open } = await serve({ requestTimeout: 500, headersTimeout: 500, connectionsCheckingInterval: 1 });
  const upload = await begin(5);
  known(upload);
  const reply = text(upload.socket);
  // A request without its headers is still cut in time: by then, the upload has taken as long.
  await text(await open("POST / HTTP/1.1\r\n"));
  for (const piece of "abcde") {
    vi.advanceTimersByTime(idleMs);
    await send(upload, piece);
  }
  expect(await reply).toMatch(/^HTTP\/1\.1 200[\s\S]*5 bytes/);
});

test("an upload of which nothing arrives any more is cut with 408", async () => {
  const { begin } = await serve({});
  const upload = await begin(5);
  await send(upload, "a");
  const reply = text(upload.socket);
  vi.advanceTimersByTime(2 * idleMs);
  expect(await reply).toMatch(/^HTTP\/1\.1 408 /);
});

test("an upload that the server itself reads no further is not cut", async () => {
  const { begin } = await serve({});
  const length = 1_000_000;
  const upload = await begin(length);
  known(upload);
  upload.request.pause();
  upload.socket.write("a".repeat(length));
  while (upload.request.readableLength < upload.request.readableHighWaterMark) await setImmediate();
  vi.advanceTimersByTime(3 * idleMs);
  const reply = text(upload.socket);
  upload.request.resume();
  expect(await reply).toMatch(/^HTTP\/1\.1 200[\s\S]*1000000 bytes/);
});

test("one that takes longer than the whole limit is cut with 408, however steadily it arrives", async () => {
  const { begin } = await serve({ headersTimeout: 500, connectionsCheckingInterval: 1 }, 500);
  const upload = await begin(5);
  expect(await text(upload.socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("a request of somebody unknown that arrives for longer than an ordinary one is cut with 408, and an upload beside it is not", async () => {
  const { begin } = await serve({});
  const [unknown, upload] = [await begin(9), await begin(3)];
  known(upload);
  const replies = [unknown, upload].map(({ socket }) => text(socket));
  for (const piece of "ab") {
    await Promise.all([send(unknown, piece), send(upload, piece)]);
    vi.advanceTimersByTime(idleMs);
  }
  await send(unknown, "c");
  vi.advanceTimersByTime(ordinaryMs - 2 * idleMs - 1);
  await send(unknown, "d");
  vi.advanceTimersByTime(1);
  expect(await replies[0]).toMatch(/^HTTP\/1\.1 408 /);
  await send(upload, "c");
  expect(await replies[1]).toMatch(/^HTTP\/1\.1 200[\s\S]*3 bytes/);
});

test("one that was answered before it had arrived is cut too, however steadily the rest comes", async () => {
  const { begin } = await serve({ keepAliveTimeout: 0 });
  const refused = await begin(9, { path: "/refused", more: "" });
  const ended = new Promise((resolve) => refused.socket.once("close", resolve).on("error", () => undefined));
  const [answer] = await once(refused.socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  refused.socket.write("a");
  while (refused.request.socket.bytesRead === 0) await setImmediate();
  vi.advanceTimersByTime(ordinaryMs);
  await ended;
});

test("a request that names another one's time gets it for neither", async () => {
  const { begin } = await serve({});
  const slow = await begin(9);
  const forged = await begin(9, { more: `x-redline-arrival: ${slow.request.headers["x-redline-arrival"]}\r\nConnection: close\r\n` });
  known(forged);
  const reply = text(slow.socket);
  for (let part = 0; part < 3; part++) {
    await send(slow, "a");
    vi.advanceTimersByTime(ordinaryMs / 3);
  }
  vi.advanceTimersByTime(1);
  expect(await reply).toMatch(/^HTTP\/1\.1 408 /);
});

test("a request that waits for its answer is not cut, however long that takes", async () => {
  const { begin } = await serve({});
  const upload = await begin(2);
  const held = upload.request.listeners("end").at(-1) as () => void;
  upload.request.off("end", held);
  const arrived = once(upload.request, "end");
  await send(upload, "ab");
  await arrived;
  vi.advanceTimersByTime(10 * idleMs);
  const reply = text(upload.socket);
  held();
  expect(await reply).toMatch(/^HTTP\/1\.1 200/);
});
