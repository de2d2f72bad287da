import "server-only";
import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";
import { env } from "@/lib/env";

/** Browsers know no passkeys for a bare address, but they do for this machine's name. */
const siteName = (): string => {
  const { hostname } = new URL(env().REDLINE_URL);
  return hostname === "127.0.0.1" ? "localhost" : hostname;
};

/** A key that was touched but asked for no finger, face or PIN proves what somebody has, not who they are. */
const demandVerified = (verified: boolean | undefined) => {
  if (verified !== true) throw new APIError("BAD_REQUEST", { message: "This passkey did not check that it is you." });
};

/** Passkeys of this installation. They are kept in the authenticator, so that signing in needs no address. */
export const passkeys = () =>
  passkey({
    rpID: siteName(),
    rpName: "Redline",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    registration: {
      afterVerification: async ({ verification }) => demandVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => demandVerified(verification.authenticationInfo.userVerified),
    },
  });
