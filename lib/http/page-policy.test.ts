import { expect, test } from "vitest";
import { pagePolicy } from "./page-policy";

const scripts = (policy: string) => policy.split("; ").find((part) => part.startsWith("script-src"));

test("scripts are the server's own or carry the nonce; only development may evaluate text", () => {
  expect(scripts(pagePolicy("n-1", { development: false }))).toBe("script-src 'self' 'nonce-n-1'");
  expect(scripts(pagePolicy("n-2", { development: true }))).toBe("script-src 'self' 'nonce-n-2' 'unsafe-eval'");
});

test("nothing is sent or loaded elsewhere, framed or based elsewhere", () => {
  const parts = pagePolicy("n", { development: false }).split("; ");
  expect(parts).toEqual(
    expect.arrayContaining([
      "img-src 'self' data: blob:",
      "default-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'self'",
      "object-src 'none'",
    ]),
  );
  expect(parts.some((part) => part.startsWith("connect-src"))).toBe(false);
});
