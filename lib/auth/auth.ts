import "server-only";
import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { admin } from "better-auth/plugins/admin";
import { prisma } from "@/lib/db/client";
import { clearSignInAttempts, countSignInAttempt } from "@/lib/db/sign-in-attempts";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { trustedOrigins } from "./trusted-origins";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Attempts to sign in are counted over this window, per address (REDLINE_SIGN_IN_LIMIT) and per account. */
const signInWindowSeconds = 300;
const signInsPerAccount = 10;
const day = 24 * 60 * 60;

/** Whoever changes a password means to shut others out, whether the client asks for it or not. */
const endOtherSessions = (body: Record<string, unknown>) => ({ context: { body: { ...body, revokeOtherSessions: true } } });

/** Per account too, because an address is easily changed; one successful sign-in clears the count. */
const beforeRequest = createAuthMiddleware(async (context) => {
  if (context.path === "/change-password") return endOtherSessions(context.body);
  if (context.path !== "/sign-in/email" || typeof context.body?.email !== "string") return;
  const attempts = await countSignInAttempt(context.body.email, signInWindowSeconds);
  if (attempts > signInsPerAccount) {
    throw new APIError("TOO_MANY_REQUESTS", {
      code: "RATE_LIMITED",
      message: "Too many attempts to sign in. Wait five minutes and try again.",
    });
  }
});

const afterSignIn = createAuthMiddleware(async (context) => {
  const session = context.context.newSession;
  if (context.path === "/sign-in/email" && session) await clearSignInAttempts(session.user.email);
});

function create() {
  const { REDLINE_SECRET, REDLINE_URL, REDLINE_SIGN_IN_LIMIT } = env();
  return betterAuth({
    appName: "Redline",
    baseURL: new URL(REDLINE_URL).origin,
    basePath: "/api/auth",
    secret: REDLINE_SECRET,
    database: prismaAdapter(prisma(), { provider: "postgresql" }),
    trustedOrigins: (request) => trustedOrigins(request?.headers),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
    session: { expiresIn: 30 * day, updateAge: day },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      customRules: {
        "/sign-in/email": { window: signInWindowSeconds, max: REDLINE_SIGN_IN_LIMIT },
        // Every page asks for it, and a whole laboratory may sit behind one address.
        "/get-session": false,
      },
    },
    hooks: { before: beforeRequest, after: afterSignIn },
    plugins: [admin(), apiKey({ defaultPrefix: "rl_", rateLimit: { enabled: false }, schema: { apikey: { modelName: "apiKey" } } })],
    advanced: { cookiePrefix: "redline" },
    telemetry: { enabled: false },
    logger: {
      log(level, message) {
        // A wrong password is not the operator's trouble; the library calls it a warning.
        log[level === "warn" ? "debug" : level](message);
      },
    },
  });
}

let instance: ReturnType<typeof create> | undefined;

/** better-auth, made at first use so that a build needs neither database nor secret. */
export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}
