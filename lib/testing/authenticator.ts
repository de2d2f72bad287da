import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** CBOR of small whole numbers, byte strings, texts and maps, which is all that an authenticator sends here. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as string)])]);
}

/** An authenticator with one passkey for a site, as a browser would speak for it. `verifies`: whether it checks who touches it. */
export function softAuthenticator({ site, origin, verifies = true }: { site: string; origin: string; verifies?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let uses = 0;
  const client = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (attested: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++uses);
    const flags = 0x01 | (verifies ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(site), Buffer.from([flags]), count, attested]);
  };
  const reply = (response: object) => ({
    ...{ id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key", clientExtensionResults: {} },
    response,
  });
  return {
    id: id.toString("base64url"),
    /** The answer to a challenge to register. */
    register(challenge: string) {
      const key = new Map<number, unknown>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as [number, number][]),
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
      const object = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data(attested)],
      ]);
      return reply({
        clientDataJSON: client("webauthn.create", challenge).toString("base64url"),
        attestationObject: cbor(object).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** The answer to a challenge to sign in. */
    answer(challenge: string) {
      const clientData = client("webauthn.get", challenge);
      const authenticatorData = data(Buffer.alloc(0));
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return reply({
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}
