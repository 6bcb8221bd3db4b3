CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, options_json TEXT, response TEXT, response_json TEXT, conversation_id TEXT, duration_ms INTEGER, datetime_utc TEXT, input_tokens INTEGER, output_tokens INTEGER);
INSERT INTO responses VALUES ('01a', 'owl-2', 'Is the pear ripe?', 'You judge fruit.', '{"temperature": 0}', 'It is.
GRADE: C', '{"choices": [{"finish_reason": "stop"}]}', 'conv-1', 1200, '2026-11-30T12:00:00', 9, 4);
CREATE TABLE messages (hash TEXT PRIMARY KEY, parent_hash TEXT, role TEXT);
CREATE TABLE parts (id INTEGER PRIMARY KEY, message_hash TEXT, position INTEGER, type TEXT, text TEXT);
CREATE TABLE turns (id TEXT PRIMARY KEY, thread_id TEXT, parent_message_hash TEXT, tip_message_hash TEXT, model TEXT, resolved_model TEXT, options_json TEXT, input_tokens INTEGER, output_tokens INTEGER, duration_ms INTEGER, datetime_utc TEXT, response_json TEXT);
INSERT INTO messages VALUES ('m1', NULL, 'user'), ('m2', 'm1', 'assistant');
INSERT INTO parts VALUES (1, 'm1', 0, 'text', 'Is the plum ripe?'), (2, 'm2', 0, 'reasoning', 'Press it.'), (3, 'm2', 1, 'text', 'Not yet.'), (4, 'm2', 2, 'text', ' GRADE: I');
INSERT INTO turns VALUES ('02b', 'th-1', 'm1', 'm2', 'owl-2', 'owl-2-0901', NULL, 9, 6, 800, '2026-11-30T12:00:01', '{"stop_reason": "end_turn"}');
