ALTER TABLE "orders" RENAME COLUMN "hand" TO "last_edit";--> statement-breakpoint
ALTER TABLE "order_lines" RENAME COLUMN "hand" TO "last_edit";--> statement-breakpoint
ALTER TABLE "dispatches" RENAME COLUMN "booking_round" TO "booking_attempt";--> statement-breakpoint
ALTER INDEX "picks_one_open_round" RENAME TO "picks_one_open_pick";
