import "server-only";
import { BlockList, isIP } from "node:net";

const loopback = blockList(["127.0.0.0/8", "::1/128"]);
const ownNetworks = blockList(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10"]);
/**
 * Ranges no server is called at: unspecified, link-local (where clouds keep their credentials), examples, benchmarks, multicast, reserved, and IPv6
 * ranges that hold an IPv4 address (compatible, translated, 6to4, Teredo), which could be any of the others.
 */
const neverAllowed = blockList([
  ...["0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...[
    "::/96",
    "::ffff:0:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/32",
    "2001:db8::/32",
    "2002::/16",
    "fe80::/10",
    "ff00::/8",
  ],
]);

/** Where clouds give credentials to any program that asks from inside, beside link-local addresses: each is in a private network, or (Azure's) on the internet. */
const metadataServices = blockList([
  ...["100.100.100.200/32", "100.96.0.96/32", "168.63.129.16/32"], // Alibaba, Volcano Engine, Azure
  ...["fd00:ec2::/32", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128"], // AWS, Google, Oracle
  ...["fd00:100::100:200/128", "fd00:a9fe:a9fe::1/128", "fd00:42::42/128"], // Alibaba, Akamai, Scaleway
]);

function blockList(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

/** Any network may hold addresses of ISATAP: an IPv4 address in the last half, behind 0:5efe or 200:5efe. */
const isIsatap = (address: string) =>
  isIP(address) === 6 && /:(?::|0:|200:)5efe:[\da-f]{0,4}:[\da-f]{0,4}\]$/.test(new URL(`http://[${address.split("%")[0]}]`).hostname);

/** What an instance allows beside the internet. */
export interface AllowedAddresses {
  loopback: boolean;
  privateNetworks: boolean;
}

/** Why an address may not be called; null if it may. An IPv4 address written as IPv6 is treated as IPv4. */
export function addressProblem(address: string, allowed: AllowedAddresses): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  const plain = mapped ?? address;
  const family = isIP(plain) === 6 ? "ipv6" : "ipv4";
  if (loopback.check(plain, family)) {
    return allowed.loopback ? null : `${address} is this server; set REDLINE_ALLOW_LOOPBACK_MODEL_URLS=true on it to allow that`;
  }
  if (metadataServices.check(plain, family))
    return `${address} is where a cloud keeps credentials, never the address of a server that Redline calls`;
  // Written in hexadecimal, an IPv4 address only hides.
  if (neverAllowed.check(plain, family) || isIP(plain) === 0 || isIsatap(plain) || (family === "ipv6" && /^::ffff:/iu.test(plain)))
    return `${address} cannot be the address of a server that Redline calls`;
  if (ownNetworks.check(plain, family) && !allowed.privateNetworks)
    return `${address} is in a private network; set REDLINE_ALLOW_PRIVATE_MODEL_URLS=true on the server to allow that`;
  return null;
}
