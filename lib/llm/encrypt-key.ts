import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";

const version = "v1";
const encryptionKey = () => Buffer.from(hkdfSync("sha256", env().REDLINE_SECRET, "", "redline judge api key", 32));

/**
 * Encrypts a judge's API key for storage: AES-256-GCM under REDLINE_SECRET, bound to the judge's project, so that no other project can decrypt it. A
 * webhook's secret is bound to "webhook" and its project, so that neither is taken for the other.
 */
export function encryptKey(apiKey: string, projectId: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey(), iv).setAAD(Buffer.from(projectId));
  const sealed = Buffer.concat([cipher.update(apiKey, "utf8"), cipher.final()]);
  return [version, iv.toString("base64url"), cipher.getAuthTag().toString("base64url"), sealed.toString("base64url")].join(".");
}

/** Decrypts a stored key. Throws unavailable if it was stored under another secret or has been altered. */
export function decryptKey(stored: string, projectId: string): string {
  const [given, iv, tag, sealed] = stored.split(".");
  try {
    if (given !== version || !iv || !tag || sealed === undefined) throw new Error("not in the form of a stored key");
    const decipher = createDecipheriv("aes-256-gcm", encryptionKey(), Buffer.from(iv, "base64url"), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(projectId)).setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(sealed, "base64url")), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new AppError(
      "unavailable",
      "The judge's key cannot be decrypted: it was stored under another REDLINE_SECRET. Enter the key again.",
      {
        cause,
      },
    );
  }
}
