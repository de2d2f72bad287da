import "server-only";
import { z } from "zod";

const optional = z.string().optional();
const flag = (usual: boolean) => z.stringbool().default(usual);

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  /** A PgBouncer in transaction mode for short statements; everything that needs a session keeps to DATABASE_URL. */
  REDLINE_POOLED_URL: optional,
  /** A streaming replica, from which reports and exports are read. */
  REDLINE_READ_URL: optional,
  /** Encrypts keys at rest and signs sessions. */
  REDLINE_SECRET: z.string().min(16),
  /** The public URL; sign-in also accepts it as an origin. */
  REDLINE_URL: z
    .url()
    .refine((url) => /^\/*$/.test(new URL(url).pathname), "Redline cannot be served below a path; give it a host name of its own")
    .default("http://127.0.0.1:3000"),
  REDLINE_DATA_DIR: z.string().default(".redline"),
  REDLINE_ALLOW_PRIVATE_MODEL_URLS: z.stringbool().default(false),
  /** Whether judges may be on this machine. The start command allows it by default where only this machine can reach Redline. */
  REDLINE_ALLOW_LOOPBACK_MODEL_URLS: z.stringbool().default(true),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.string().optional(),
  /** Wrong passwords allowed per client address in five minutes; the limit of ten per account and address is fixed. */
  REDLINE_SIGN_IN_LIMIT: z.coerce.number().int().positive().default(60),
  /** The largest file that may be uploaded, in megabytes. The command line reads files itself and has no limit. */
  REDLINE_UPLOAD_LIMIT_MB: z.coerce.number().int().positive().default(2000),
  /** Proxies whose X-Forwarded-For is trusted: comma-separated addresses and CIDR blocks. */
  REDLINE_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ""),
    )
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "not an address or a CIDR block"))),
  /** Node's arguments for our own command line, as a JSON list; set by the start command. Empty: there is none to run. */
  REDLINE_COMMAND: z
    .string()
    .default("[]")
    .transform((text) => JSON.parse(text))
    .pipe(z.array(z.string())),
  /** Whoever sends it may read /metrics. Not set: there is no such page. */
  REDLINE_METRICS_TOKEN: z.string().min(16).optional(),
  /** The folder of the committed migrations, for restoring a backup of an earlier version. */
  REDLINE_MIGRATIONS: z.string().default("prisma/migrations"),
  /** How often the start command writes a backup: a number and m, h or d. Not set: it writes none. */
  REDLINE_BACKUP_EVERY: z.string().optional(),
  REDLINE_BACKUP_KEEP: z.coerce.number().int().positive().default(14),
  /** Where such backups go; `backups` in the data directory by default. */
  REDLINE_BACKUP_DIR: z.string().optional(),
  /** The first administrator, created at the first start instead of a one-time link. */
  REDLINE_ADMIN_EMAIL: z.string().optional(),
  REDLINE_ADMIN_PASSWORD: z.string().optional(),
  /** Single sign-on by OpenID Connect; see docs/single-sign-on.md and lib/auth/single-sign-on.ts, which reads these. */
  REDLINE_OIDC_ISSUER: optional,
  REDLINE_OIDC_CLIENT_ID: optional,
  REDLINE_OIDC_CLIENT_SECRET: optional,
  /** What the sign-in page calls it. */
  REDLINE_OIDC_NAME: optional,
  REDLINE_OIDC_SCOPES: optional,
  REDLINE_OIDC_DOMAINS: optional,
  REDLINE_OIDC_TRUST_EMAILS: flag(false),
  REDLINE_OIDC_GROUPS_CLAIM: optional,
  REDLINE_OIDC_ROLES: optional,
  /** Whether people may sign in with a password; without it they need single sign-on. */
  REDLINE_PASSWORD_SIGN_IN: flag(true),
  /** Whether a passkey signs in: alone, only with the account's password, or not at all. */
  REDLINE_PASSKEY_SIGN_IN: z.enum(["alone", "with-password", "off"]).default("alone"),
  /** A bucket with S3's protocol for images and prepared exports; without one they are in the database. */
  REDLINE_S3_URL: z.url().optional(),
  REDLINE_S3_REGION: z.string().default("auto"),
  REDLINE_S3_KEY_ID: optional,
  REDLINE_S3_SECRET: optional,
  /** Where traces go, by OpenTelemetry's variables; its library reads the others. Lenient: they may be meant for other programs too. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional,
  OTEL_SDK_DISABLED: optional,
  OTEL_TRACES_EXPORTER: optional,
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
});
export type Env = z.infer<typeof schema>;

const names = Object.keys(schema.shape);
/** The last valid environment, with the raw values it was read from. */
let last: { raw: string; parsed: Env } | null = null;

/**
 * The validated environment. Read on each call, not at import, so that `next build` needs no variables; validated again only if it has changed.
 * Throws naming each bad variable.
 */
export function env(): Env {
  // A server's variables never change, and reading all of them takes as long as checking a save. Those of tests and of the start command do.
  if (last !== null && process.env.NEXT_RUNTIME !== undefined) return last.parsed;
  const raw = names.map((name) => process.env[name] ?? "\0").join("\n");
  if (last?.raw === raw) return last.parsed;
  // Compose files pass on unset variables as empty ones.
  const given = Object.fromEntries(names.map((name) => [name, process.env[name]?.trim() || undefined]));
  const result = schema.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
    throw new Error(`The environment is not complete: ${problems}`);
  }
  last = { raw, parsed: result.data };
  return result.data;
}
