import "server-only";
import { createOTP } from "@better-auth/utils/otp";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { claimCodeStep, findCodeSecret } from "@/lib/db/two-factors";

const stepSeconds = 30;

/** The person whom the code would let in: the library asks the same two cookies in this order. */
async function holderOf(ctx: Parameters<typeof getSessionFromCtx>[0]): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null) return session.user.id;
  const { name } = ctx.context.createAuthCookie("two_factor");
  const pending = await ctx.getSignedCookie(name, ctx.context.secret);
  return pending ? ((await ctx.context.internalAdapter.findVerificationValue(pending))?.value ?? null) : null;
}

/** The time step whose code this is, among those that the library accepts; null for a wrong code. */
async function stepOf(code: string, secret: string): Promise<number | null> {
  const now = Math.floor(Date.now() / 1000 / stepSeconds);
  const otp = createOTP(secret, { digits: 6, period: stepSeconds });
  for (const step of [now - 1, now, now + 1]) if ((await otp.hotp(step)) === code) return step;
  return null;
}

/**
 * What the library's second factor lacks: a code that was accepted is accepted no more (RFC 6238, 5.2), nor is any earlier one, and no browser is
 * trusted instead of a code, as nothing would ever end that trust.
 */
export const secondFactor = () =>
  ({
    id: "redline-second-factor",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/sign-in/email",
          handler: createAuthMiddleware(async (ctx) => {
            const headers = new Headers(ctx.headers);
            const { name } = ctx.context.createAuthCookie("trust_device");
            const cookies = (headers.get("cookie") ?? "").split(";").filter((one) => one.split("=")[0]?.trim() !== name);
            headers.set("cookie", cookies.join(";"));
            return { context: { headers } };
          }),
        },
        {
          matcher: ({ path }) => path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (ctx) => {
            const userId = await holderOf(ctx);
            const encrypted = userId === null ? null : await findCodeSecret(userId);
            if (userId === null || encrypted === null) return;
            const step = await stepOf(ctx.body.code, await symmetricDecrypt({ key: ctx.context.secretConfig, data: encrypted }));
            // Wrong codes are the library's to refuse, and to count.
            if (step === null || (await claimCodeStep(userId, step))) return;
            throw new APIError("UNAUTHORIZED", {
              code: "CODE_ALREADY_USED",
              message: "This code was used already. Wait for the next one, which your app shows within half a minute.",
            });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
