CREATE TABLE `kit_lines` (
	`employee_role_id` integer NOT NULL,
	`line` integer DEFAULT 0 NOT NULL,
	`product_id` integer,
	`quantity` integer NOT NULL,
	`decoration` text,
	`variation_colour` text,
	`choose_from` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`employee_role_id`, `line`),
	FOREIGN KEY (`employee_role_id`) REFERENCES `employee_roles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "kit_lines_quantity" CHECK("kit_lines"."quantity" > 0 and "kit_lines"."line" >= 0)
);
--> statement-breakpoint
CREATE INDEX `kit_lines_by_product` ON `kit_lines` (`product_id`);