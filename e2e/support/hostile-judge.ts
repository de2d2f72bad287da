import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { everyPayload } from "./payloads";
import type { StandInLlm } from "./stand-in-llm";

/** A model server that answers as the stand-in does, with payloads in every text of its replies. */
export async function startHostileJudge(standIn: StandInLlm): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const init = { method: request.method ?? "GET", headers: { "content-type": "application/json" } };
    const body = await text(request);
    const answer = await fetch(standIn.url.replace(/\/v1$/, "") + request.url, { ...init, ...(body !== "" && { body }) });
    const reply: { choices?: { message: { content: string } }[] } = await answer.json();
    for (const { message } of reply.choices ?? []) message.content = poisoned(message.content);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function poisoned(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), (key, value) => (typeof value === "string" ? value + everyPayload(`reply ${key}`) : value));
  } catch {
    return content + everyPayload("reply in prose");
  }
}
