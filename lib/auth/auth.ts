import "server-only";
import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthMiddleware } from "better-auth/api";
import { admin } from "better-auth/plugins/admin";
import { prisma } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { clientAddressHeader } from "./client-address";
import { trustedOrigins } from "./trusted-origins";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

const day = 24 * 60 * 60;

/** Whoever changes a password means to shut others out, whether the client asks for it or not. */
const endOtherSessions = (body: Record<string, unknown>) => ({ context: { body: { ...body, revokeOtherSessions: true } } });

const beforeRequest = createAuthMiddleware(async (context) => {
  if (context.path === "/change-password") return endOtherSessions(context.body);
});

function create() {
  const { REDLINE_SECRET, REDLINE_URL } = env();
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
        // sign-in-limit.ts counts wrong passwords only.
        "/sign-in/email": false,
        // Every page asks for it, and a whole laboratory may sit behind one address.
        "/get-session": false,
      },
    },
    hooks: { before: beforeRequest },
    plugins: [admin(), apiKey({ defaultPrefix: "rl_", rateLimit: { enabled: false }, schema: { apikey: { modelName: "apiKey" } } })],
    advanced: { cookiePrefix: "redline", ipAddress: { ipAddressHeaders: [clientAddressHeader] } },
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
