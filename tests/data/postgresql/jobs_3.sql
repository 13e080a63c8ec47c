-- What the first version on PostgreSQL has made: version 3 of the jobs. Never written anew.
CREATE TABLE public.catchlight_schemas (
    name character varying NOT NULL,
    version integer NOT NULL,
    compatible integer
);
CREATE TABLE public.customers (
    source character varying NOT NULL,
    customer character varying NOT NULL
);
CREATE TABLE public.events (
    place integer NOT NULL,
    job character varying NOT NULL,
    number integer NOT NULL,
    data character varying NOT NULL
);
CREATE SEQUENCE public.events_place_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.events_place_seq OWNED BY public.events.place;
CREATE TABLE public.jobs (
    id character varying NOT NULL,
    generation character varying NOT NULL,
    source character varying NOT NULL,
    parameters json NOT NULL,
    customer character varying NOT NULL,
    state character varying NOT NULL,
    step character varying,
    fraction double precision NOT NULL,
    attempts integer NOT NULL,
    owner character varying,
    lease double precision NOT NULL,
    cancelling integer NOT NULL,
    created character varying NOT NULL,
    ended double precision,
    pictures json NOT NULL,
    failure json,
    client character varying
);
CREATE TABLE public.requests (
    generation character varying NOT NULL,
    name character varying NOT NULL,
    job character varying NOT NULL
);
CREATE TABLE public.steps (
    job character varying NOT NULL,
    name character varying NOT NULL,
    seconds double precision NOT NULL,
    picture bytea
);
ALTER TABLE ONLY public.events ALTER COLUMN place SET DEFAULT nextval('public.events_place_seq'::regclass);
INSERT INTO public.catchlight_schemas VALUES ('jobs', 3, NULL);
INSERT INTO public.customers VALUES ('source', 'cust_01a220d610867b6986cda1f34ad35f24');
INSERT INTO public.customers VALUES ('kiosk-7/source', 'anna');
INSERT INTO public.customers VALUES ('other', 'cust_01a220d610e476ae88b1f7cb69f3f63d');
INSERT INTO public.events VALUES (1, 'job_01a220d610827d2c903b08460a1ee81a', 1, '{"jobId":"job_01a220d610827d2c903b08460a1ee81a","type":"registered","generationId":"gen_1","position":0,"steps":["fetching","normalizing","cropping","styling","matting","resizing","uploading"]}');
INSERT INTO public.events VALUES (2, 'job_01a220d610c27d049d4fd4658964bf7c', 1, '{"jobId":"job_01a220d610c27d049d4fd4658964bf7c","type":"registered","generationId":"gen_2","position":1,"steps":["fetching","normalizing","cropping","styling","matting","resizing","uploading"]}');
INSERT INTO public.events VALUES (3, 'job_01a220d610e4722a9652692dbdb62ccb', 1, '{"jobId":"job_01a220d610e4722a9652692dbdb62ccb","type":"registered","generationId":"gen_3","position":2,"steps":["fetching","normalizing","cropping","styling","matting","resizing","uploading"]}');
INSERT INTO public.events VALUES (4, 'job_01a220d610827d2c903b08460a1ee81a', 2, '{"jobId":"job_01a220d610827d2c903b08460a1ee81a","type":"progress","step":"styling","index":4,"total":7,"fraction":0.3}');
INSERT INTO public.events VALUES (5, 'job_01a220d610827d2c903b08460a1ee81a', 3, '{"jobId":"job_01a220d610827d2c903b08460a1ee81a","type":"completed","extCustomerId":"cust_01a220d610867b6986cda1f34ad35f24","pictures":[{"size":32,"shape":"square","location":"x/32.png","sha256":"ab"}]}');
INSERT INTO public.events VALUES (6, 'job_01a220d610c27d049d4fd4658964bf7c', 2, '{"jobId":"job_01a220d610c27d049d4fd4658964bf7c","type":"progress","step":"matting","index":5,"total":7,"fraction":0.5}');
INSERT INTO public.jobs VALUES ('job_01a220d610e4722a9652692dbdb62ccb', 'gen_3', 'other', '{}', 'cust_01a220d610e476ae88b1f7cb69f3f63d', 'queued', NULL, 0, 0, NULL, 0, 0, '2026-11-28T06:27:09.668739+00:00', NULL, '[]', NULL, NULL);
INSERT INTO public.jobs VALUES ('job_01a220d610827d2c903b08460a1ee81a', 'gen_1', 'source', '{"sizes": [32]}', 'cust_01a220d610867b6986cda1f34ad35f24', 'completed', 'styling', 1, 1, NULL, 1795847239.705998, 0, '2026-11-28T06:27:09.579081+00:00', 1795847229.719986, '[{"size": 32, "shape": "square", "location": "x/32.png", "sha256": "ab"}]', NULL, NULL);
INSERT INTO public.jobs VALUES ('job_01a220d610c27d049d4fd4658964bf7c', 'gen_2', 'source', '{"sizes": [64], "extCustomerId": "anna"}', 'anna', 'running', 'matting', 0.5, 1, 'studio-1/boot/1/2/ab', 1795847239.743852, 0, '2026-11-28T06:27:09.636325+00:00', NULL, '[]', NULL, 'kiosk-7');
INSERT INTO public.requests VALUES ('gen_1', 'first-asking', 'job_01a220d610827d2c903b08460a1ee81a');
INSERT INTO public.steps VALUES ('job_01a220d610827d2c903b08460a1ee81a', 'fetching', 0.1, '\x70696374757265');
INSERT INTO public.steps VALUES ('job_01a220d610827d2c903b08460a1ee81a', 'uploading', 0.2, NULL);
SELECT pg_catalog.setval('public.events_place_seq', 6, true);
ALTER TABLE ONLY public.catchlight_schemas
    ADD CONSTRAINT catchlight_schemas_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (source);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_job_number_key UNIQUE (job, number);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (place);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_pkey PRIMARY KEY (generation, name);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (job, name);
CREATE INDEX by_generation ON public.jobs USING btree (generation, id);
CREATE INDEX by_state ON public.jobs USING btree (state, id);
CREATE INDEX ix_requests_job ON public.requests USING btree (job);
CREATE UNIQUE INDEX one_at_a_time ON public.jobs USING btree (generation) WHERE ((state)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying])::text[]));
