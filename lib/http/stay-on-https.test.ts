import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { stayOnHttps } from "./stay-on-https";

test.each([
  ["https://redline.example.org", "max-age=31536000"],
  ["http://redline.example.org", null],
])("with the public address %s, replies ask browsers to stay on HTTPS: %s", async (publicUrl, header) => {
  const end = stayOnHttps(publicUrl);
  const server = createServer((_, response) => response.writeHead(404, { "content-type": "application/json" }).end("{}"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/nothing`);
    expect(reply.headers.get("strict-transport-security")).toBe(header);
    expect(await reply.text()).toBe("{}");
  } finally {
    end();
    server.closeAllConnections();
    server.close();
  }
});
