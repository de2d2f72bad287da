import http from "node:http";
import { freePort } from "../../bin/lib/processes.mjs";

/**
 * A proxy that shares requests out over servers by turns, as nginx does with `upstream`: where a server does not accept the connection, nothing has been
 * sent and the next one is asked.
 */
export async function startProxy(servers: () => string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  let turn = 0;
  const agent = new http.Agent({ keepAlive: false });
  const proxy = http.createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.once("end", () => {
      const body = Buffer.concat(pieces);
      const attempt = (left: number) => {
        const all = servers();
        const server = all[turn++ % all.length] ?? "";
        const request = http.request(
          server + (incoming.url ?? "/"),
          { method: incoming.method, headers: incoming.headers, agent },
          (reply) => {
            outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
            reply.pipe(outgoing);
          },
        );
        request.once("error", (error: NodeJS.ErrnoException) => {
          if (error.code === "ECONNREFUSED" && left > 0) return attempt(left - 1);
          if (!outgoing.headersSent) outgoing.writeHead(502);
          outgoing.end(`${server}: ${error.message}`);
        });
        request.end(body);
      };
      attempt(servers().length);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      proxy.close(() => resolve());
      proxy.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, stop };
}
