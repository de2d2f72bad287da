// An identity provider that says what a test tells it to, wrongly too: for what a working one never does (identity-provider.ts).
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ScriptedProvider {
  issuer: string;
  /** Claims of the next ID token, beside those that make it valid; these may be overwritten. */
  claims: Record<string, unknown>;
  userInfo: { status: number; body: unknown };
  /** The id of the key that the next ID token names; the provider publishes "published". */
  keyId: string;
  /** Whether the next ID token is signed with another key than the one it names. */
  forged: boolean;
  close(): Promise<void>;
}

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Starts it for the client "redline". A browser sent there comes back at once. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const [own, other] = [pair(), pair()];
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: ScriptedProvider = {
    ...{ issuer, claims: {}, userInfo: { status: 200, body: {} }, keyId: "published", forged: false },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const idToken = (nonce: string) => {
    const inAMinute = Math.floor(Date.now() / 1000) + 60;
    const content = [
      { alg: "RS256", kid: made.keyId },
      { iss: issuer, aud: "redline", iat: inAMinute - 60, exp: inAMinute, nonce, ...made.claims },
    ];
    const signed = content.map(encode).join(".");
    return `${signed}.${sign("sha256", Buffer.from(signed), (made.forged ? other : own).privateKey).toString("base64url")}`;
  };
  const replies: Record<string, (query: URLSearchParams) => { status?: number; body: unknown }> = {
    "/.well-known/openid-configuration": () => ({
      body: {
        issuer,
        ...{ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` },
        ...{ userinfo_endpoint: `${issuer}/userinfo`, id_token_signing_alg_values_supported: ["RS256"] },
      },
    }),
    "/keys": () => ({ body: { keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "published", alg: "RS256", use: "sig" }] } }),
    "/token": (form) => ({ body: { access_token: "a", token_type: "Bearer", id_token: idToken(form.get("code") ?? "") } }),
    "/userinfo": () => made.userInfo,
  };
  server.on("request", async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (pathname === "/authorize") {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ state: searchParams.get("state") ?? "", code: searchParams.get("nonce") ?? "" }));
      return response.writeHead(302, { location: back.href }).end();
    }
    const { status = 200, body } = replies[pathname]?.(new URLSearchParams(await text(request))) ?? { status: 404, body: {} };
    return response.writeHead(status, { "content-type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return made;
}
