import type { Metadata } from "next";
import { AuditPage } from "@/components/projects/audit-page";

export const metadata: Metadata = { title: "Audit" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <AuditPage projectId={projectId} />;
}
