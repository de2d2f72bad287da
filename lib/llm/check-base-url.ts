import "server-only";
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { AppError } from "@/lib/domain/errors";
import { env } from "@/lib/env";

const loopback = blockList(["127.0.0.0/8", "::1/128"]);
const ownNetworks = blockList(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"]);
/** Ranges never used for a model server: unspecified, link-local (where clouds keep their credentials), multicast, reserved, translated and tunnelled ranges. */
const neverAllowed = blockList([
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "fe80::/10",
  "ff00::/8",
  "64:ff9b::/96",
  "2002::/16",
]);

function blockList(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

/** Why an address may not be called; null if it may. An IPv4 address written as IPv6 is treated as IPv4. */
export function addressProblem(address: string, allowPrivate: boolean): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  const plain = mapped ?? address;
  const family = isIP(plain) === 6 ? "ipv6" : "ipv4";
  if (loopback.check(plain, family)) return null;
  if (neverAllowed.check(plain, family) || (family === "ipv6" && /^::ffff:/iu.test(plain)))
    return `${address} cannot be the address of a model server`;
  if (ownNetworks.check(plain, family) && !allowPrivate) {
    return `${address} is in a private network; set REDLINE_ALLOW_PRIVATE_MODEL_URLS=true on the server to allow that`;
  }
  return null;
}

/**
 * Checks that this instance may call a model's base URL: the internet and loopback always, private networks only if the instance allows
 * them. Every address the name resolves to must pass. Throws invalid_input naming the field.
 */
export async function checkBaseUrl(baseUrl: string): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError("invalid_input", `Base URL: ${message}.`, { details: { issues: [{ path: "baseUrl", message }] } });
  };
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : refuse("not a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") refuse("must begin with http:// or https://");
  if (url.username !== "" || url.password !== "") refuse("must not contain a user name or password; give the key as the API key");
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  const addresses = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => refuse(`the name ${host} cannot be resolved`));
  for (const { address } of addresses) {
    const problem = addressProblem(address, env().REDLINE_ALLOW_PRIVATE_MODEL_URLS);
    if (problem !== null) refuse(problem);
  }
}
