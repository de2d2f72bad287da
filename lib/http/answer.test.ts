import { expect, test } from "vitest";
import { jsonReply } from "./answer";

test("a JSON reply gives its length in bytes, so that it is sent in one piece", async () => {
  const reply = jsonReply({ name: "Überblick 😀" }, { status: 201 });
  const bytes = Buffer.from(await reply.clone().arrayBuffer());
  expect(reply.headers.get("content-length")).toBe(String(bytes.length));
  expect(reply.headers.get("content-type")).toBe("application/json");
  expect([reply.status, await reply.json()]).toEqual([201, { name: "Überblick 😀" }]);
});
