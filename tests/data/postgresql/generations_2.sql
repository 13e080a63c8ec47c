-- What the version before the first on PostgreSQL would have made: version 2 of the generations. Never written anew.
CREATE TABLE public.catchlight_schemas (
    name character varying NOT NULL,
    version integer NOT NULL,
    compatible integer
);
CREATE TABLE public.generations (
    id character varying NOT NULL,
    operation character varying NOT NULL,
    parent character varying,
    parameters json NOT NULL,
    details json NOT NULL,
    record json NOT NULL,
    source character varying,
    result character varying NOT NULL,
    media_type character varying NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    name character varying NOT NULL,
    created character varying NOT NULL,
    file character varying NOT NULL,
    thumbnail bytea NOT NULL,
    owner character varying
);
INSERT INTO public.catchlight_schemas VALUES ('generations', 2, NULL);
INSERT INTO public.generations VALUES ('gen_1', 'upload', NULL, '{}', '{}', '{"steps": []}', NULL, 'abababababababababababababababababababababababababababababababab', 'image/png', 64, 64, 4, 'anna.png', '2026-11-20T00:00:00Z', 'gen_1.png', '\x7468756d626e61696c', 'kiosk-7');
ALTER TABLE ONLY public.catchlight_schemas
    ADD CONSTRAINT catchlight_schemas_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.generations
    ADD CONSTRAINT generations_pkey PRIMARY KEY (id);
CREATE INDEX by_owner ON public.generations USING btree (owner, id);
CREATE INDEX by_parent ON public.generations USING btree (parent);
CREATE INDEX by_result ON public.generations USING btree (result);
CREATE INDEX by_source ON public.generations USING btree (source);
