CREATE TABLE `replacement_notices` (
	`user_id` integer NOT NULL,
	`month` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
