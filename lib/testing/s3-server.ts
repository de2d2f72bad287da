import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

export const s3Credentials = { keyId: "key-of-a-test", secret: "secret-of-a-test", region: "test-1" };

/** Whether a request bears a right signature of version 4, computed here from its parts as the protocol says. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (parts === null) return false;
  const [, keyId, day = "", region = "", signed = "", signature] = parts;
  const claimed = String(request.headers["x-amz-content-sha256"]);
  if (keyId !== s3Credentials.keyId || region !== s3Credentials.region) return false;
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return false;
  const url = new URL(request.url ?? "", "http://server");
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join("&"), headers.join(""), signed, claimed].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${s3Credentials.secret}`, day));
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}

/** A server with one bucket that speaks as much of S3's protocol as is used, and refuses what is not signed rightly. */
export async function startS3Server() {
  const objects = new Map<string, { bytes: Buffer; changedAt: Date }>();
  const bucket = "/bucket";
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://server");
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 1));
    const say = (status: number, text: string | Buffer = "") => response.writeHead(status, { "content-type": "application/xml" }).end(text);
    if (!isSigned(request, body)) return say(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (request.method === "PUT") {
      objects.set(key, { bytes: body, changedAt: new Date() });
      return response.writeHead(200, { etag: '"tag"' }).end();
    }
    if (request.method === "POST" && url.searchParams.has("delete")) {
      const keys = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/g)].map(([, one = ""]) => one);
      for (const one of keys) objects.delete(one);
      return say(200, `<DeleteResult>${keys.map((one) => `<Deleted><Key>${one}</Key></Deleted>`).join("")}</DeleteResult>`);
    }
    if (request.method === "GET" && url.searchParams.get("list-type") === "2") {
      const all = [...objects].filter(([one]) => one.startsWith(url.searchParams.get("prefix") ?? ""));
      const from = Number(url.searchParams.get("continuation-token") ?? 0);
      // Few at a time, so that going on is tried too.
      const page = all.slice(from, from + 2);
      const more = from + 2 < all.length;
      const contents = page.map(
        ([one, { bytes, changedAt }]) =>
          `<Contents><Key>${one}</Key><Size>${bytes.length}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`,
      );
      const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
      return say(200, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`);
    }
    const found = objects.get(key);
    if (request.method !== "GET" || found === undefined) return say(404, "<Error><Code>NoSuchKey</Code></Error>");
    return say(200, found.bytes);
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part)).on("end", () => answer(request, Buffer.concat(parts), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${bucket}`;
  return { url, objects, stop: () => new Promise((resolve) => server.close(resolve)) };
}
