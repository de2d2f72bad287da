import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { admin } from "better-auth/plugins/admin";
import { prisma } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { clientAddressHeader } from "./client-address";
import { trustedOrigins } from "./trusted-origins";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

const day = 24 * 60 * 60;

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
        // Every page asks for it, and a whole laboratory may share one address.
        "/get-session": false,
      },
    },
    plugins: [admin({ bannedUserMessage: "This account is disabled. Ask an administrator to enable it." })],
    advanced: { cookiePrefix: "redline", ipAddress: { ipAddressHeaders: [clientAddressHeader] } },
    telemetry: { enabled: false },
    logger: {
      log(level) {
        // A wrong password is not the operator's problem, but the library logs it as a warning.
        log[level === "warn" ? "debug" : level]({}, "the sign-in library reported trouble");
      },
    },
  });
}

let instance: ReturnType<typeof create> | undefined;

/** better-auth, created at first use so that a build needs neither database nor secret. */
export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}
