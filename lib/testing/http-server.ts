import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A route of a test's server: the first whose pattern fits the path answers; the pattern's groups are the route's parameters. */
export interface ServedRoute {
  method: string;
  path: RegExp;
  handle: (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response> | Response;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Serves route handlers over real HTTP on a free port, without Next. */
export async function serveRoutes(routes: readonly ServedRoute[]): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
    const found = routes.find((one) => one.method === incoming.method && one.path.test(url.pathname));
    if (found === undefined) return void outgoing.writeHead(404).end();
    const body = await bodyOf(incoming);
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const init = {
      method: incoming.method ?? "GET",
      headers: Object.fromEntries(headers),
      ...(body.length > 0 && { body: body.toString("utf8") }),
    };
    const params = Promise.resolve({ ...found.path.exec(url.pathname)?.groups });
    const response = await found.handle(new Request(url, init), { params });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
