import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signedHeaders } from "./sign-webhook";

const docs = readFileSync("docs/webhooks.md", "utf8");
const codeOf = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(docs)?.[1] ?? "";
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const secret = `whsec_${Buffer.from("thirty-two bytes of a known key!").toString("base64")}`;
const body = '{"event":"ping","name":"größe"}';
/** What both programs are asked, and what they have to say. */
const cases = [
  { what: "as sent", headers: signedHeaders("m1", secret, body, Date.now()), body, secret, expected: true },
  { what: "another body", headers: signedHeaders("m1", secret, body, Date.now()), body: `${body} `, secret, expected: false },
  { what: "an old message", headers: signedHeaders("m1", secret, body, Date.now() - 400_000), body, secret, expected: false },
  { what: "another id", headers: { ...signedHeaders("m1", secret, body, Date.now()), "webhook-id": "m2" }, body, secret, expected: false },
  { what: "another secret", headers: signedHeaders("m1", "whsec_AAAA", body, Date.now()), body, secret, expected: false },
];
const expected = cases.map((one) => one.expected);

test("a signature is the HMAC of id, time and body under the secret's bytes", () => {
  // Computed with the example of the Standard Webhooks specification's reference libraries.
  const headers = signedHeaders(
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    '{"test": 2432232314}',
    1614265330_000,
  );
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  expect(headers["webhook-timestamp"]).toBe("1614265330");
});

test("the documentation's check in Node accepts what Redline sends and nothing else", () => {
  const program = `${codeOf("js")}\nconst cases = JSON.parse(process.argv[1]);
console.log(JSON.stringify(cases.map(({ secret, headers, body }) => verified(secret, headers, Buffer.from(body)))));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program, JSON.stringify(cases)], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual(expected);
});

if (hasPython)
  test("the documentation's check in Python accepts what Redline sends and nothing else", () => {
    const program = `${codeOf("python")}\nimport json, sys
print(json.dumps([verified(c["secret"], c["headers"], c["body"].encode()) for c in json.loads(sys.argv[1])]))`;
    const output = execFileSync("python3", ["-c", program, JSON.stringify(cases)], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual(expected);
  });
