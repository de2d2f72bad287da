import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Where kubernetes-models describes a kind. */
const modules: Readonly<Record<string, string>> = {
  ConfigMap: "v1",
  Service: "v1",
  PersistentVolumeClaim: "v1",
  Deployment: "apps/v1",
  PodDisruptionBudget: "policy/v1",
  Ingress: "networking.k8s.io/v1",
};

interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
  [key: string]: unknown;
}
const manifests = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** The value at a path such as "spec.selector". */
const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** What the compiler says about manifests as values of Kubernetes's own types; empty if nothing. */
function complaints(text: string): string {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "manifests-"));
  try {
    const lines = manifests(text).map(
      (manifest, index) =>
        `export const manifest${index}: import("kubernetes-models/${modules[manifest.kind]}").I${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
    execFileSync(process.execPath, [
      join(root, "node_modules/typescript/bin/tsc"),
      "--ignoreConfig",
      ...options,
      join(folder, "manifests.ts"),
    ]);
    return "";
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Model = new (manifest: Manifest) => { validate(): void };

/** What Kubernetes's schema says about the values of manifests, such as words that a field does not take. */
async function invalid(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const manifest of manifests(text)) {
    const models: Record<string, Model> = await import(`kubernetes-models/${modules[manifest.kind]}`);
    const Kind = models[manifest.kind];
    if (Kind === undefined) throw new Error(`There is no schema for ${manifest.kind}.`);
    try {
      new Kind(manifest).validate();
    } catch (error) {
      found.push(`${manifest.kind} ${manifest.metadata.name}: ${String(error)}`);
    }
  }
  return found;
}

test("the values of the manifests are valid under Kubernetes's schema, and a word that a field does not take is found", async () => {
  const text = textOf("deploy/kubernetes.yaml");
  expect(await invalid(text)).toEqual([]);
  const changes: [from: RegExp, to: string, says: RegExp][] = [
    [/^( +)image: .*$/m, "$&\n$1imagePullPolicy: Sometimes", /Deployment .*imagePullPolicy/],
    [/type: Recreate/, "type: Recreated", /Deployment .*strategy.type/],
    [/ReadWriteOnce/, "ReadWriteTwice", /PersistentVolumeClaim .*accessModes/],
    [/pathType: Prefix/, "pathType: Prefixed", /Ingress .*pathType/],
    [/containerPort: 3000/, 'containerPort: "3000"', /Deployment .*containerPort/],
  ];
  for (const [from, to, says] of changes) expect(await invalid(text.replace(from, to))).toEqual([expect.stringMatching(says)]);
});

test("the manifests have the fields that Kubernetes knows, and a misspelt one is found", { timeout: 60_000 }, () => {
  const text = textOf("deploy/kubernetes.yaml");
  expect(manifests(text).map(({ kind }) => kind)).toEqual([
    "ConfigMap",
    "Deployment",
    "Deployment",
    "PersistentVolumeClaim",
    "Deployment",
    "Service",
    "PodDisruptionBudget",
    "Ingress",
  ]);
  expect(complaints(text)).toBe("");
  expect(complaints(text.replace("maxUnavailable: 0", "maxUnavailble: 0"))).toMatch(/maxUnavailble/);
  expect(complaints(text.replace("containerPort: 3000", 'containerPort: "3000"'))).toMatch(/not assignable/);
});

test("the manifests select their own pods, and probe addresses that there are", () => {
  const [, web, worker, claim, backup, service, budget, ingress] = manifests(textOf("deploy/kubernetes.yaml"));
  for (const deployment of [web, worker, backup])
    expect(at(deployment, "spec.selector.matchLabels")).toEqual(at(deployment, "spec.template.metadata.labels"));
  expect(at(service, "spec.selector")).toEqual(at(web, "spec.template.metadata.labels"));
  expect(at(budget, "spec.selector.matchLabels")).toEqual(at(web, "spec.template.metadata.labels"));
  expect(at(ingress, "spec.rules.0.http.paths.0.backend.service.name")).toBe(at(service, "metadata.name"));
  expect(at(backup, "spec.template.spec.volumes.0.persistentVolumeClaim.claimName")).toBe(at(claim, "metadata.name"));
  const probe = String(at(web, "spec.template.spec.containers.0.readinessProbe.httpGet.path"));
  expect(() => readFileSync(join(root, "app", probe, "route.ts"))).not.toThrow();
});

test("the compose files parse, and the scaled one changes services that there are", () => {
  const plain = parse(textOf("docker-compose.yml"), { merge: true });
  const scaled = parse(textOf("docker-compose.scaled.yml"), { customTags: [{ tag: "!reset", collection: "seq" as const }] });
  expect(Object.keys(plain.services)).toEqual(["postgres", "web", "worker"]);
  expect(Object.keys(scaled.services)).toEqual(["proxy", "web", "worker"]);
  // Without `resolve`, which needs a zone and nginx 1.27.3, nginx asks for the addresses of `web` once, when it starts.
  expect(textOf("deploy/nginx.conf")).toMatch(/^resolver 127\.0\.0\.11 valid=5s;$[^}]*zone redline 64k;\s+server web:3000 resolve;/m);
  const [major = 0, minor = 0] = scaled.services.proxy.image.split(":")[1].split(".").map(Number);
  expect(major * 1000 + minor).toBeGreaterThan(1027);
  for (const name of ["web", "worker"]) expect(scaled.services[name].deploy.replicas).toMatch(/:-3\}$/);
});

test("the manifests write backups into a volume that outlives its process, by a command that there is", () => {
  const backup = manifests(textOf("deploy/kubernetes.yaml")).find(({ metadata }) => metadata.name === "redline-backup");
  const { containers, volumes } = at(backup, "spec.template.spec") as {
    containers: { command: string[]; volumeMounts: { name: string; mountPath: string }[] }[];
    volumes: { name: string; persistentVolumeClaim?: object }[];
  };
  const [, script = "", ...args] = containers[0]?.command ?? [];
  expect(() => readFileSync(join(root, script))).not.toThrow();
  expect(args.slice(0, 2)).toEqual(["backup", "--every"]);
  const mount = containers[0]?.volumeMounts.find(({ mountPath }) => args.at(-1)?.startsWith(`${mountPath}/`));
  expect(volumes.find(({ name }) => name === mount?.name)?.persistentVolumeClaim).toBeDefined();
});

/** Settings of the start command itself, of developers, and those that the image has already. */
const notPassedOn = [
  "REDLINE_BENCH_LARGE",
  "REDLINE_CITUS_URL",
  "REDLINE_COMMAND",
  "REDLINE_DATA_DIR",
  "REDLINE_LOG",
  "REDLINE_MIGRATIONS",
];

test("the compose file passes on every setting", () => {
  const documents = ["docs/operations.md", "docs/scaling.md", "docs/single-sign-on.md"];
  const known = new Set([
    ...[...documents, "lib/env.ts", "lib/cli/backup.ts"].flatMap((file) => textOf(file).match(/\bREDLINE_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []),
    ...documents.flatMap((file) => [...textOf(file).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g)].map(([, name]) => name ?? "")),
    ...[...textOf("lib/env.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? ""),
  ]);
  const { environment } = parse(textOf("docker-compose.yml"), { merge: true }).services.web;
  expect([...known].filter((name) => !(name in environment)).sort()).toEqual(notPassedOn);
});
