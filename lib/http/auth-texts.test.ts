import { expect, test } from "vitest";
import { authLeftOut, hostileAuthTexts } from "@/e2e/support/hostile-corpus";
import { authEndpoints } from "@/lib/auth/handle-auth-request";
import { textsOf } from "@/lib/testing/texts-of";
import { redeemBody } from "./set-password";

test("every text that /api/auth takes goes through the journey of texts with markup, or is left out for a reason", () => {
  const bodies = [...authEndpoints].flatMap(([address, { body }]) => (body ? [[address.replace("POST ", ""), body] as const] : []));
  expect(bodies.length).toBeGreaterThan(5);
  const fields = [...bodies, ["/set-password", redeemBody] as const].flatMap(([path, body]) =>
    textsOf(body).map((text) => `${path}.${text}`),
  );
  const known = [...Object.values(hostileAuthTexts), ...Object.values(authLeftOut)].flat();
  expect({ unknown: fields.filter((field) => !known.includes(field)), gone: known.filter((field) => !fields.includes(field)) }).toEqual({
    unknown: [],
    gone: [],
  });
});
