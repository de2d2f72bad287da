import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { writeHeadersWithBody } from "./write-once";

writeHeadersWithBody();

/** Asks a server for one reply, and counts the server's writes to the socket. */
async function ask(reply: RequestListener, read: (response: Response) => Promise<string> = (response) => response.text()) {
  let writes = 0;
  const server = createServer(reply);
  server.on("connection", (socket: Socket) => {
    const one = socket._write.bind(socket);
    const several = socket._writev?.bind(socket);
    socket._write = (...args) => {
      writes++;
      one(...args);
    };
    socket._writev = (...args) => {
      writes++;
      several?.(...args);
    };
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const text = await read(await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    return { text, writes };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a small reply is sent in one write, though its headers are flushed first", async () => {
  const sent = await ask(async (_, response) => {
    response.flushHeaders();
    response.write("a small reply");
    await Promise.resolve();
    response.end();
  });
  expect(sent).toEqual({ text: "a small reply", writes: 1 });
});

test("the headers of a stream arrive before its first piece is ready", async () => {
  let finish: (() => void) | undefined;
  const sent = await ask(
    (_, response) => {
      response.flushHeaders();
      finish = () => response.end("the end");
    },
    (response) => {
      finish?.();
      return response.text();
    },
  );
  expect(sent.text).toBe("the end");
});
