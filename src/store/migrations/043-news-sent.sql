-- Renames a column and an index of 037 to standard terms. No row changes.
alter table follow_rule_news rename column told_at to sent_at;
alter index follow_rule_news_untold rename to follow_rule_news_unsent;
