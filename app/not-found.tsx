import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageBody } from "@/components/ui/page-header";

export const metadata = { title: "Not found" };

export default function NotFound() {
  const action = (
    <Button asChild>
      <Link href="/projects">All projects</Link>
    </Button>
  );
  return (
    <PageBody>
      <h1 className="sr-only">Not found</h1>
      <EmptyState title="There is no such page" action={action}>
        The address may be mistyped, or what it led to was deleted.
      </EmptyState>
    </PageBody>
  );
}
