import Link from "next/link";

/** The name with its first syllable struck through, as in a redline. */
export function Logo({ href = "/projects" }: { href?: string }) {
  return (
    // Prefetching would make every page load the list of projects.
    <Link href={href} prefetch={false} aria-label="Redline, all projects" className="rounded-mark text-[0.9375rem] font-semibold text-ink">
      <Wordmark />
    </Link>
  );
}

export function Wordmark() {
  return (
    <span aria-hidden>
      <span className="text-soft line-through decoration-removed decoration-2">Red</span>line
    </span>
  );
}
