import type { Metadata } from "next";
import { ReviewQueuePage } from "@/components/review/review-queue";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <ReviewQueuePage projectId={projectId} />;
}
