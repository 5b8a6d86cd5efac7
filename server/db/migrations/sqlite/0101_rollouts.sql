CREATE TABLE `rollout_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rollout_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`rollout_id`) REFERENCES `rollouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_links_token_hash_unique` ON `rollout_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `rollout_links_by_rollout` ON `rollout_links` (`rollout_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `rollout_links_by_user` ON `rollout_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `rollout_links_by_age` ON `rollout_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rollout_mailings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rollout_id` integer NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	`people` integer NOT NULL,
	FOREIGN KEY (`rollout_id`) REFERENCES `rollouts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rollout_mailings_by_rollout` ON `rollout_mailings` (`rollout_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_reminders_once` ON `rollout_mailings` (`rollout_id`,`kind`) WHERE "rollout_mailings"."kind" <> 'ask';--> statement-breakpoint
CREATE TABLE `rollout_people` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rollout_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`site_id` integer,
	`sizes` text NOT NULL,
	`sized_by` text,
	`is_prepared` integer DEFAULT false NOT NULL,
	`asked_at` text,
	`mail_due` text,
	`is_queued` integer DEFAULT false NOT NULL,
	`failure` text,
	`order_id` integer,
	`ordered_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`rollout_id`) REFERENCES `rollouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rollout_people_sized_by" CHECK("rollout_people"."sized_by" is null or "rollout_people"."sized_by" in ('file', 'answer', 'fill')),
	CONSTRAINT "rollout_people_not_both" CHECK("rollout_people"."failure" is null or "rollout_people"."ordered_at" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_people_once` ON `rollout_people` (`rollout_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `rollout_people_by_site` ON `rollout_people` (`rollout_id`,`site_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `rollout_people_queued` ON `rollout_people` (`rollout_id`,`site_id`,`user_id`) WHERE "rollout_people"."is_queued";--> statement-breakpoint
CREATE INDEX `rollout_people_unprepared` ON `rollout_people` (`rollout_id`,`id`) WHERE not "rollout_people"."is_prepared";--> statement-breakpoint
CREATE INDEX `rollout_people_to_mail` ON `rollout_people` (`rollout_id`,`id`) WHERE "rollout_people"."mail_due" is not null;--> statement-breakpoint
CREATE INDEX `rollout_people_by_user` ON `rollout_people` (`user_id`);--> statement-breakpoint
CREATE INDEX `rollout_people_sites` ON `rollout_people` (`site_id`) WHERE "rollout_people"."site_id" is not null;--> statement-breakpoint
CREATE INDEX `rollout_people_by_order` ON `rollout_people` (`order_id`) WHERE "rollout_people"."order_id" is not null;--> statement-breakpoint
CREATE TABLE `rollouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`deadline` text NOT NULL,
	`order_per` text NOT NULL,
	`is_role_kit` integer DEFAULT false NOT NULL,
	`lines` text NOT NULL,
	`client_po_reference` text,
	`cost_code` text,
	`created_by` integer NOT NULL,
	`created_at` text NOT NULL,
	`asked_at` text,
	`closed_at` text,
	`submitted_by` integer,
	`submitted_at` text,
	`is_running` integer DEFAULT false NOT NULL,
	`run_total` integer DEFAULT 0 NOT NULL,
	`run_done` integer DEFAULT 0 NOT NULL,
	`run_failed` integer DEFAULT 0 NOT NULL,
	`run_error` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submitted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rollouts_order_per" CHECK("rollouts"."order_per" in ('wearer', 'site')),
	CONSTRAINT "rollouts_run" CHECK("rollouts"."run_done" >= 0 and "rollouts"."run_failed" >= 0 and "rollouts"."run_done" + "rollouts"."run_failed" <= "rollouts"."run_total")
);
--> statement-breakpoint
CREATE INDEX `rollouts_by_account` ON `rollouts` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `rollouts_by_creator` ON `rollouts` (`created_by`);--> statement-breakpoint
CREATE INDEX `rollouts_by_submitter` ON `rollouts` (`submitted_by`) WHERE "rollouts"."submitted_by" is not null;--> statement-breakpoint
CREATE INDEX `rollouts_asked` ON `rollouts` (`deadline`) WHERE "rollouts"."asked_at" is not null and "rollouts"."closed_at" is null;