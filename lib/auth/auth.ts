import "server-only";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { admin } from "better-auth/plugins/admin";
import { twoFactor } from "better-auth/plugins/two-factor";
import { prisma } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { clientAddressHeader } from "./client-address";
import { passkeys } from "./passkey-plugin";
import { secondFactor } from "./second-factor";
import { trustedOrigins } from "./trusted-origins";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

const day = 24 * 60 * 60;

/** Only who an identity at a provider is gets stored: nothing asks the provider again, and tokens that are not kept cannot leak. */
const withoutTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };

/** What both instances of better-auth share: this one and that of single sign-on. */
export function commonOptions() {
  const { REDLINE_SECRET, REDLINE_URL } = env();
  return {
    appName: "Redline",
    baseURL: new URL(REDLINE_URL).origin,
    basePath: "/api/auth",
    secret: REDLINE_SECRET,
    database: prismaAdapter(prisma(), { provider: "postgresql" }),
    trustedOrigins: (request) => trustedOrigins(request?.headers),
    // Any age: the list of sessions would else be refused to those who signed in yesterday.
    session: { expiresIn: 30 * day, updateAge: day, freshAge: 0 },
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
        // A laboratory's people come back from their identity provider to one address as well.
        "/sign-in/social": { window: 60, max: 120 },
        // A wrong code counts against the account, which is locked for a while after ten.
        "/two-factor/*": { window: 60, max: 60 },
        "/passkey/*": { window: 60, max: 120 },
      },
    },
    databaseHooks: { account: { create: { before: async (account) => ({ data: { ...account, ...withoutTokens } }) } } },
    advanced: { cookiePrefix: "redline", ipAddress: { ipAddressHeaders: [clientAddressHeader] } },
    telemetry: { enabled: false },
    logger: {
      log(level: "error" | "warn" | "info" | "debug") {
        // A wrong password is not the operator's problem, but the library logs it as a warning.
        log[level === "warn" ? "debug" : level]({}, "the sign-in library reported trouble");
      },
    },
  } satisfies BetterAuthOptions;
}

/** Accounts that are disabled get no session. */
export const disabledAccounts = () => admin({ bannedUserMessage: "This account is disabled. Ask an administrator to enable it." });

function create() {
  return betterAuth({
    ...commonOptions(),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
    plugins: [disabledAccounts(), twoFactor({ issuer: "Redline" }), secondFactor(), passkeys()],
  });
}

const instances = new WeakMap<object, ReturnType<typeof create>>();

/** better-auth on the present connection, created at first use so that a build needs neither database nor secret. */
export function auth(): ReturnType<typeof create> {
  const instance = instances.get(prisma()) ?? create();
  instances.set(prisma(), instance);
  return instance;
}
