import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkBaseUrl } from "./check-base-url";
import { addressProblem } from "./checked-addresses";
import { decryptKey, encryptKey } from "./encrypt-key";
import { endpointKey } from "./endpoint-key";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere/none");
  vi.stubEnv("REDLINE_SECRET", "a secret of enough length");
});
afterEach(() => vi.unstubAllEnvs());

describe("a stored key", () => {
  test("can be decrypted, differs each time, and does not show the key", () => {
    const [one, two] = [encryptKey("sk-größe", "p1"), encryptKey("sk-größe", "p1")];
    expect(decryptKey(one, "p1")).toBe("sk-größe");
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from("sk-größe").toString("base64url"));
  });

  test("cannot be decrypted in another project, under another secret, or when altered", () => {
    const stored = encryptKey("sk-1", "p1");
    expect(() => decryptKey(stored, "p2")).toThrow(/REDLINE_SECRET/);
    expect(() =>
      decryptKey(
        stored.replace(/.{2}$/, (end) => (end === "AA" ? "BB" : "AA")),
        "p1",
      ),
    ).toThrow(/REDLINE_SECRET/);
    expect(() => decryptKey("v1.x", "p1")).toThrow(/REDLINE_SECRET/);
    vi.stubEnv("REDLINE_SECRET", "another secret of enough length");
    expect(() => decryptKey(stored, "p1")).toThrow(/Enter the key again/);
  });
});

test("the environment's key goes only to its own host", () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-env");
  const key = (baseUrl: string) => endpointKey({ baseUrl, apiKeyEncrypted: null, projectId: "p1" });
  expect(key("https://api.openai.com/v1")).toBe("sk-env");
  expect(key("https://api.openai.com.example.org/v1")).toBeNull();
  expect(key("http://127.0.0.1:9/v1")).toBeNull();
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
  expect(key("http://127.0.0.1:9/v1")).toBe("sk-env");
  expect(key("https://api.openai.com/v1")).toBeNull();
});

describe("a model's address", () => {
  test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "8.8.8.8", "2606:4700::1111"])("%s is allowed", (address) => {
    expect(addressProblem(address, { loopback: true, privateNetworks: false })).toBeNull();
  });
  test.each(["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd00::1", "::ffff:192.168.1.1"])(
    "%s is allowed only if the instance allows it",
    (address) => {
      expect(addressProblem(address, { loopback: true, privateNetworks: false })).toMatch(/REDLINE_ALLOW_PRIVATE_MODEL_URLS/);
      expect(addressProblem(address, { loopback: false, privateNetworks: true })).toBeNull();
    },
  );
  test.each([
    ...["0.0.0.0", "169.254.169.254", "192.0.2.1", "192.88.99.1", "224.0.0.1", "255.255.255.255", "fe80::1", "::", "ff02::1", "no address"],
    // Addresses of 10.0.0.1 and 169.254.169.254 in the clothes of IPv6: mapped, compatible, SIIT, NAT64, 6to4, Teredo, ISATAP.
    ...["::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::10.0.0.1", "::ffff:0:a00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:a00:1::"],
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    ...["2a00:1::5efe:10.0.0.1", "2a00:1:2:3:200:5efe:a9fe:a9fe", "2A00:1:2:3:0:5EFE:a00:1"],
  ])("%s is never allowed", (address) => {
    expect(addressProblem(address, { loopback: false, privateNetworks: true })).toMatch(/cannot be the address of a server/);
  });

  test.each([
    ...[
      "100.100.100.200",
      "::ffff:100.100.100.200",
      "::ffff:6464:64c8",
      "100.96.0.96",
      "168.63.129.16",
      "fd00:ec2::254",
      "FD00:0EC2::23",
      "fd20:ce::254",
    ],
    ...["fd00:c1::a9fe:a9fe", "fd00:100::100:200", "fd00:a9fe:a9fe::1", "fd00:42:0:0:0:0:0:42"],
  ])("%s, where a cloud keeps credentials, is never allowed", (address) => {
    expect(addressProblem(address, { loopback: true, privateNetworks: true })).toMatch(/keeps credentials/);
  });
  test.each(["192.0.0.192", "169.254.170.2", "169.254.42.42", "fe80::a9fe:a9fe", "64:ff9b::6464:64c8"])(
    "%s, another such place, is never allowed as one of the ranges above",
    (address) => {
      expect(addressProblem(address, { loopback: true, privateNetworks: true })).toMatch(/cannot be the address of a server/);
    },
  );
  test.each(["100.100.100.201", "100.96.0.95", "fd00:ec3::254", "fd20:ce::255", "fd00:42::43"])(
    "%s beside them is a private one",
    (address) => {
      expect(addressProblem(address, { loopback: true, privateNetworks: true })).toBeNull();
    },
  );

  test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])("%s can be refused", (address) => {
    expect(addressProblem(address, { loopback: false, privateNetworks: true })).toMatch(/REDLINE_ALLOW_LOOPBACK_MODEL_URLS/);
  });

  test.each([
    ["file:///etc/passwd", /http/],
    ["ftp://example.org", /http/],
    ["http://user:pass@127.0.0.1/v1", /user name or password/],
    ["http://10.1.2.3/v1", /private network/],
    ["http://0x0a010203/v1", /private network/],
    ["http://169.254.169.254/latest", /cannot be the address/],
    ["http://[fd00:ec2::254]/latest", /keeps credentials/],
    ["http://100.100.100.200/latest", /keeps credentials/],
    ["http://[fd00::1]:8000/v1", /private network/],
    ["http://no-such-host.invalid/v1", /cannot be resolved/],
    ["nonsense", /not a URL/],
  ])("%s is refused", async (url, message) => {
    await expect(checkBaseUrl(url)).rejects.toThrow(message);
  });

  test("on this machine is accepted by name and by number", async () => {
    await expect(checkBaseUrl("http://localhost:11434/v1")).resolves.toBeUndefined();
    await expect(checkBaseUrl("http://[::1]:8000/v1")).resolves.toBeUndefined();
  });
});
