import "server-only";
import type { SingleSignOn } from "./single-sign-on";

/** The provider's keys as the library holds them. */
type Keys = { jwks?: (header: never, token: never) => unknown };

/** A reason code for an ID token that the library refused without saying why. It holds nothing of the token. */
export async function whyRefused(
  { issuer, clientId }: SingleSignOn,
  keys: object | undefined,
  { idToken = "", expectedIdTokenNonce }: { idToken?: string | undefined; expectedIdTokenNonce?: string | undefined },
): Promise<string> {
  const [header, payload] = idToken.split(".").map(readPart);
  if (idToken === "") return "id-token-missing";
  if (header == null || payload == null) return "id-token-unreadable";
  const key = await findKey(keys ?? {}, header, idToken);
  if (key !== null) return key;
  if (payload.iss !== issuer) return "id-token-issuer";
  if (![payload.aud].flat().includes(clientId)) return "id-token-audience";
  if (typeof payload.exp !== "number" || payload.exp * 1000 <= Date.now()) return "id-token-expired";
  return payload.nonce === expectedIdTokenNonce ? "id-token-signature" : "id-token-nonce";
}

/** What is wrong with the key that a token names; null: the provider publishes it. */
async function findKey({ jwks }: Keys, header: object, idToken: string): Promise<string | null> {
  try {
    await jwks?.(header as never, { payload: idToken, signature: "" } as never);
    return null;
  } catch (error) {
    const isUnknown = error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY";
    return isUnknown ? "id-token-key-unknown" : "id-token-keys-unavailable";
  }
}

function readPart(part: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof read === "object" ? (read as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
