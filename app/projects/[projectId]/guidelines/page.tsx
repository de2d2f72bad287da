import type { Metadata } from "next";
import { QualificationPage } from "@/components/qualification/qualification-page";

export const metadata: Metadata = { title: "Guidelines and exam" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <QualificationPage projectId={projectId} />;
}
