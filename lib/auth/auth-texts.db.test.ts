import { expect, test } from "vitest";
import { z } from "zod";
import { authLeftOut, hostileAuthTexts } from "@/e2e/support/hostile-corpus";
import { redeemBody } from "@/lib/http/set-password";
import { temporaryInstance } from "@/lib/testing/accounts";
import { textsOf } from "@/lib/testing/texts-of";
import { auth } from "./auth";
import { exposed } from "./handle-auth-request";

temporaryInstance();

test("every text that /api/auth takes goes through the journey of texts with markup, or is left out for a reason", () => {
  const served = Object.values(auth().api) as { path?: string; options?: { body?: z.ZodType } }[];
  const bodies = served.flatMap(({ path = "", options }) => (exposed.has(path) && options?.body ? [[path, options.body] as const] : []));
  expect(bodies.length).toBeGreaterThan(5);
  // The library takes any field of an account here.
  const account = z.object({ name: z.string(), image: z.string() });
  const own = [["/set-password", redeemBody] as const, ["/update-user", account] as const];
  const fields = [...bodies, ...own].flatMap(([path, body]) => textsOf(body).map((text) => `${path}.${text}`));
  const known = [...Object.values(hostileAuthTexts), ...Object.values(authLeftOut)].flat();
  expect({ unknown: fields.filter((field) => !known.includes(field)), gone: known.filter((field) => !fields.includes(field)) }).toEqual({
    unknown: [],
    gone: [],
  });
});
