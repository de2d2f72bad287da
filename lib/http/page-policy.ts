import "server-only";

/**
 * A page's content security policy: scripts are this server's own or carry the response's nonce, nothing is sent to another server, and no other
 * site may frame the page. Styles may be inline: charts and grids set positions that way.
 */
export function pagePolicy(nonce: string, { development }: { development: boolean }): string {
  return [
    "default-src 'self'",
    // React's development build evaluates strings to rebuild the server's stack traces.
    `script-src 'self' 'nonce-${nonce}'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
