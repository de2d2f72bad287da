import { expect, test } from "vitest";
import { plainBaseUrl, saveEndpointLimitsBody, serversOf } from "./endpoint";
import { createJudgeBody, updateJudgeBody } from "./judge";

test("base URLs that differ only in trailing slashes are the same server", () => {
  expect(plainBaseUrl("http://h/v1/")).toBe("http://h/v1");
  expect(plainBaseUrl("http://h/v1///")).toBe("http://h/v1");
  expect(plainBaseUrl("http://h/")).toBe("http://h");
  expect(plainBaseUrl("http://h/v1")).toBe("http://h/v1");
});

test("the query string is left unchanged", () => {
  expect(plainBaseUrl("https://n.azure.com/openai/deployments/d/?api-version=2024/")).toBe(
    "https://n.azure.com/openai/deployments/d?api-version=2024/",
  );
});

test("judges and limits are stored without them", () => {
  const baseUrl = "http://h/v1/";
  expect(createJudgeBody.parse({ name: "J", model: "m", baseUrl })).toMatchObject({ baseUrl: "http://h/v1" });
  expect(updateJudgeBody.parse({ baseUrl }).baseUrl).toBe("http://h/v1");
  expect(saveEndpointLimitsBody.parse({ baseUrl }).baseUrl).toBe("http://h/v1");
});

test("judges whose address was stored with a slash share the server of those without", () => {
  const judge = (id: string, baseUrl: string) => ({ id, name: id, kind: "endpoint", baseUrl, archivedAt: null });
  const servers = serversOf([judge("a", "http://h/v1/"), judge("b", "http://h/v1")], []);
  expect(servers.map(({ baseUrl, judges }) => [baseUrl, judges.map(({ id }) => id)])).toEqual([["http://h/v1", ["a", "b"]]]);
});
