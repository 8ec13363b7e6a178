/* Made by `npm run types` from `python -m kakomi.server.http.openapi`. Change the server's models, not this file. */

export interface paths {
    "/api/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * About
         * @description Versions of the program and of the rules of each game.
         */
        get: operations["about_api_about_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make Account
         * @description Create an account with a name and a passphrase, to reach your games from other devices.
         */
        post: operations["make_account_api_account_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete
         * @description Delete your account: you resign what you are playing; your games stay, without your name.
         */
        post: operations["delete_api_account_delete_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export
         * @description Everything that is stored about you, as a file.
         */
        get: operations["export_api_account_export_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/passphrase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change Passphrase
         * @description Change your passphrase; you are logged out on all other devices.
         */
        post: operations["change_passphrase_api_account_passphrase_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Board
         * @description The board after some moves, with the legal moves as click paths.
         */
        post: operations["board_api_board_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mine
         * @description Your bots.
         */
        get: operations["mine_api_bots_get"];
        put?: never;
        /**
         * Create
         * @description Create a bot. Its token is shown in this answer only.
         */
        post: operations["create_api_bots_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bots/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lines
         * @description The bot's events, one JSON object per line, until the connection closes.
         */
        get: operations["lines_api_bots_events_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bots/{bot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke
         * @description Revoke a bot: its token stops working, its name is free again, and it resigns its games.
         */
        delete: operations["revoke_api_bots__bot__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bots/{bot}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew
         * @description A new token; the old one stops working.
         */
        post: operations["renew_api_bots__bot__token_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Catalogue
         * @description All games with their rule sets and every option's declaration.
         */
        get: operations["catalogue_api_catalogue_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exact
         * @description What each move comes to with perfect play, where an exact table is ready.
         */
        post: operations["exact_api_exact_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explanation
         * @description Why some clicks do not make a move on such a board, and what would.
         */
        post: operations["explanation_api_explain_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/explorer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explorer
         * @description What has been played in a position: how often, by whom, and with which results.
         */
        post: operations["explorer_api_explorer_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Games
         * @description Summaries of games, newest first; `state` narrows the list `mine`.
         */
        get: operations["list_games_api_games_get"];
        put?: never;
        /**
         * Create
         * @description Create a game against the computer or a bot, for two on one screen, or with an invite link for a friend.
         */
        post: operations["create_api_games_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description The whole state of a game.
         */
        get: operations["look_api_games__game__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Action
         * @description Send a message over HTTP instead of the WebSocket; the answer is the message that would come there.
         */
        post: operations["action_api_games__game__actions_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join
         * @description Take the open seat.
         */
        post: operations["join_api_games__game__join_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/picture.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Picture
         * @description The board as a picture, now or after `ply` moves.
         */
        get: operations["picture_api_games__game__picture_svg_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record
         * @description The game as a record file.
         */
        get: operations["record_api_games__game__record_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description The state of a finished game's review; GET does not start one.
         */
        get: operations["look_api_games__game__review_get"];
        put?: never;
        /**
         * Start
         * @description Start the review of a finished game, or show its state; anyone who can see the game may ask.
         */
        post: operations["start_api_games__game__review_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/scenes/{ply}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scene At
         * @description The board after `ply` moves.
         */
        get: operations["scene_at_api_games__game__scenes__ply__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Knowledge
         * @description What is known about all games or one, each statement with its status.
         */
        get: operations["knowledge_api_knowledge_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lines
         * @description Lines of moves that the engine in the page found, as texts.
         */
        post: operations["lines_api_lines_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Login
         * @description Log in to an account; games, bots and solved puzzles of an anonymous player are moved to it.
         */
        post: operations["login_api_login_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logout
         * @description Log out on this device: its cookie stops working. GET /api/me then creates a new anonymous player.
         */
        post: operations["logout_api_logout_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Me
         * @description Who you are by your cookie; without a valid one you become a new anonymous player.
         */
        get: operations["me_api_me_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename
         * @description Change your name.
         */
        patch: operations["rename_api_me_patch"];
        trace?: never;
    };
    "/api/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Picture
         * @description The board as a picture.
         */
        post: operations["picture_api_picture_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Position
         * @description Read a text that is a position, a diagram or a record; a refusal says what is wrong with it as each of them.
         */
        post: operations["position_api_position_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Choose
         * @description A puzzle near a rating, by default your own, that you have not tried yet; `skip` is one not to be given.
         */
        get: operations["choose_api_puzzles_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Games
         * @description The games that have puzzles, how many, and how you stand in each.
         */
        get: operations["list_games_api_puzzles_games_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/{game}/{puzzle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description One puzzle by its id.
         */
        get: operations["look_api_puzzles__game___puzzle__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/{game}/{puzzle}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try Move
         * @description Judge a try, and remember it.
         */
        post: operations["try_move_api_puzzles__game___puzzle__try_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record
         * @description A game with its variations as a record file.
         */
        post: operations["record_api_record_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records
         * @description Check a pasted record by replaying every game; a refusal says which line is wrong and why.
         */
        post: operations["records_api_records_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports
         * @description Summaries of the reports on all games or one, and the address of the page that compares all games.
         */
        get: operations["reports_api_reports_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start For
         * @description The same for a game not stored here; repeat the request to see the progress.
         */
        post: operations["start_for_api_review_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules
         * @description A game's rules as safe HTML, with exercises.
         */
        get: operations["rules_api_rules__game__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{game}/diagrams/{number}.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Diagram
         * @description A diagram of the rules page as a picture.
         */
        get: operations["diagram_api_rules__game__diagrams__number__svg_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Sessions
         * @description The devices on which you are signed in.
         */
        get: operations["list_sessions_api_sessions_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End Others
         * @description Log out everywhere but here.
         */
        post: operations["end_others_api_sessions_end_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End One
         * @description Log out on one other device, by the beginning of its session's id.
         */
        delete: operations["end_one_api_sessions__session__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share
         * @description Store a study; every move is played first. The same study gets the same link.
         */
        post: operations["share_api_studies_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description A stored study.
         */
        get: operations["look_api_studies__study__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description Whether the server works; status 503 with a code if not. It costs nothing: the database is probed every second.
         */
        get: operations["health_healthz_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics
         * @description Metrics for Prometheus, on this machine only: a proxy's visitors have addresses of their own.
         */
        get: operations["metrics_metrics_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * About
         * @description Versions.
         */
        About: {
            /** Licence */
            licence: string;
            /** Python */
            python: string;
            /** Rules */
            rules: {
                [key: string]: string;
            };
            /** Version */
            version: string;
        };
        /**
         * AccountIn
         * @description An account: a name and a passphrase.
         */
        AccountIn: {
            /** Name */
            name: string;
            /** Passphrase */
            passphrase: string;
        };
        /**
         * AnswerIn
         * @description Accept or decline the other's offer.
         */
        AnswerIn: {
            /** Accept */
            accept: boolean;
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "answer";
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
        };
        /**
         * BetterMove
         * @description A better move: its clicks on the board before the move played, and a likely continuation.
         *
         *     `policy` is how likely a net thought it at first sight; null where no net was asked.
         */
        BetterMove: {
            /** Clicks */
            clicks: string[];
            /** Line */
            line: string[];
            /** Move */
            move: string;
            /** Policy */
            policy: number | null;
        };
        /**
         * BoardIn
         * @description A board without a live game: a starting position, and moves from there.
         */
        BoardIn: {
            /** Game */
            game: string;
            /** Moves */
            moves?: string[];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
        };
        /**
         * BoardOut
         * @description Such a board after its moves.
         *
         *     `last_turn` are the places that the last turn marked. `turns` are [first move, last move, seat], moves counted from 1:
         *     a turn is all moves that one player makes in a row. `engine` is null when the game is over. `diagram` is the board as
         *     text, which /api/position reads.
         */
        BoardOut: {
            /** Diagram */
            diagram: string;
            engine: components["schemas"]["EngineInfo"] | null;
            /** Last Turn */
            last_turn: string[];
            /** Movers */
            movers: (0 | 1)[];
            /** Moves */
            moves: string[];
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Ply */
            ply: number;
            /** Position */
            position: string;
            scene: components["schemas"]["SceneOut"];
            /** Score */
            score: [
                number,
                number
            ] | null;
            /** Seats */
            seats: [
                components["schemas"]["SeatLabel"],
                components["schemas"]["SeatLabel"]
            ];
            /** Turn */
            turn: (0 | 1) | null;
            /** Turns */
            turns: [
                number,
                number,
                0 | 1
            ][];
        };
        /**
         * Bot
         * @description A bot of yours.
         */
        Bot: {
            /** Id */
            id: string;
            /** Name */
            name: string;
        };
        /**
         * BotIn
         * @description Play a bot, by its name.
         */
        BotIn: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bot";
            /** Name */
            name: string;
        };
        /**
         * BotNameIn
         * @description The name under which a bot is challenged.
         */
        BotNameIn: {
            /** Name */
            name: string;
        };
        /**
         * BotToken
         * @description A bot with its token, which is shown only once.
         */
        BotToken: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Token */
            token: string;
        };
        /**
         * Bots
         * @description Your bots.
         */
        Bots: {
            /** Bots */
            bots: components["schemas"]["Bot"][];
        };
        /**
         * CancelIn
         * @description Cancel an invitation that nobody has accepted.
         */
        CancelIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "cancel";
        };
        /**
         * Catalogue
         * @description All games, and how their boards are drawn.
         */
        Catalogue: {
            drawing: components["schemas"]["DrawingInfo"];
            /** Games */
            games: components["schemas"]["GameInfo"][];
        };
        /**
         * ChoiceOut
         * @description A legal move as clicks: place ids in order, or one "button:NAME".
         */
        ChoiceOut: {
            /** Clicks */
            clicks: string[];
            /** Move */
            move: string;
        };
        /**
         * ClicksIn
         * @description Ask why these clicks are not a move here.
         */
        ClicksIn: {
            /** Clicks */
            clicks: string[];
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "explain";
        };
        /**
         * Clock
         * @description The two clocks at `now`; `running` is the seat whose clock runs.
         */
        Clock: {
            /** Increment */
            increment: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "game" | "days";
            /** Left */
            left: [
                number,
                number
            ];
            /** Now */
            now: number;
            /** Running */
            running: (0 | 1) | null;
        };
        /**
         * ComputerIn
         * @description Play the computer at a level.
         */
        ComputerIn: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "computer";
            /** Level */
            level: number;
        };
        /**
         * DaysClockIn
         * @description Days per move.
         */
        DaysClockIn: {
            /** Days */
            days: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "days";
        };
        /**
         * DiagramStart
         * @description The position that a diagram shows, as a board takes it.
         */
        DiagramStart: {
            /** Options */
            options: {
                [key: string]: number | string;
            };
            /** Position */
            position: string;
            /** Rules */
            rules: string;
        };
        /**
         * DrawingInfo
         * @description How boards are drawn in every material; lengths in hundredths of a cell.
         */
        DrawingInfo: {
            /** Borders */
            borders: {
                [key: string]: components["schemas"]["DrawnLook"][];
            };
            /** Brush */
            brush: number;
            /** Brush Room */
            brush_room: [
                number,
                number,
                number
            ];
            /** Engraving */
            engraving: components["schemas"]["EngravedLine"][];
            /** Fewest Cells */
            fewest_cells: number;
            /** Label Aside */
            label_aside: [
                number,
                number
            ];
            /** Label Clear */
            label_clear: [
                number,
                number
            ];
            /** Letters */
            letters: {
                [key: string]: [
                    number,
                    number,
                    number
                ];
            };
            /** Looks */
            looks: {
                [key: string]: components["schemas"]["DrawnLook"];
            };
            /** Mark Inset */
            mark_inset: number;
            /** Point */
            point: number;
            /** Vacant Inset */
            vacant_inset: number;
        };
        /**
         * DrawnLook
         * @description SVG attributes, and the stroke's width: hundredths of a cell, pixels, least and greatest in pixels.
         */
        DrawnLook: {
            /** Attributes */
            attributes: {
                [key: string]: string;
            };
            /** Width */
            width: [
                number,
                number,
                number,
                number | null
            ] | null;
        };
        /**
         * EngineInfo
         * @description The position as the engine in the page takes it: 64-bit integers as decimal texts, as JavaScript has no such numbers.
         *
         *     `codes` are the legal moves, `texts` the same as texts. `url` is null where no engine has been built.
         */
        EngineInfo: {
            /** Codes */
            codes: string[];
            /** State */
            state: string[];
            /** Texts */
            texts: string[];
            /** Url */
            url: string | null;
        };
        /**
         * EngravedLine
         * @description A line cut into a cell, so far inside it.
         */
        EngravedLine: {
            /** Inset */
            inset: number;
            look: components["schemas"]["DrawnLook"];
        };
        /**
         * ExactMove
         * @description What a move comes to with perfect play, for who makes it. `points` is the final margin, where one counts.
         */
        ExactMove: {
            /** Distance */
            distance: number | null;
            /** Move */
            move: string;
            /** Points */
            points: number | null;
            /**
             * Proven
             * @enum {string}
             */
            proven: "win" | "draw" | "loss";
        };
        /**
         * ExactOut
         * @description Every legal move, the best first, where an exact table knows; `known` is false elsewhere.
         */
        ExactOut: {
            /** Known */
            known: boolean;
            /** Moves */
            moves: components["schemas"]["ExactMove"][];
        };
        /**
         * ExplainIn
         * @description Ask why some clicks are not a move.
         */
        ExplainIn: {
            /** Clicks */
            clicks: string[];
            /** Game */
            game: string;
            /** Moves */
            moves?: string[];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
        };
        /**
         * ExplainedOut
         * @description Why the clicks are not a move.
         */
        ExplainedOut: {
            /** Clause */
            clause: string | null;
            /** Id */
            id: number;
            /** Message */
            message: string;
            /** Right */
            right: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "explained";
        };
        /**
         * Explanation
         * @description Why some clicks are not a move, and the places that would be right.
         */
        Explanation: {
            /** Clause */
            clause: string | null;
            /** Message */
            message: string;
            /** Right */
            right: string[];
        };
        /**
         * ExplorerMove
         * @description A move in the opening explorer. `same` are moves that a symmetry turns into it; they are counted together.
         *
         *     `score` is the mean result of the player who made it, a win being 1 and a draw 1/2, and `low` to `high` its interval
         *     (Wilson, 95%); all three are null where it was never played and is listed only because its result is proven.
         */
        ExplorerMove: {
            by: components["schemas"]["PlayedBy"];
            /** Clicks */
            clicks: string[];
            /** Games */
            games: number;
            /** High */
            high: number | null;
            /** Low */
            low: number | null;
            /** Move */
            move: string;
            /**
             * Proven
             * @enum {string}
             */
            proven: "" | "win" | "draw" | "loss";
            /** Same */
            same: string[];
            /** Score */
            score: number | null;
        };
        /**
         * ExplorerOut
         * @description What has been played in a position, the most played first; `orbit_note` says what counts as the same position.
         */
        ExplorerOut: {
            /** Moves */
            moves: components["schemas"]["ExplorerMove"][];
            /** Orbit Note */
            orbit_note: string;
            /** Total */
            total: number;
        };
        /**
         * FriendIn
         * @description Whoever opens the invite link takes the other seat.
         */
        FriendIn: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "friend";
        };
        /**
         * GameCard
         * @description A summary of a live or finished game, with its board; `problem` says why there is none.
         */
        GameCard: {
            /** Created */
            created: number;
            /** Game */
            game: string;
            /** Id */
            id: string;
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Ply */
            ply: number;
            /** Problem */
            problem: string | null;
            /** Rules */
            rules: string;
            scene: components["schemas"]["SceneOut"] | null;
            /** Seats */
            seats: [
                components["schemas"]["SeatOut"],
                components["schemas"]["SeatOut"]
            ];
            /** Title */
            title: string;
            /** Turn */
            turn: (0 | 1) | null;
            /** Updated */
            updated: number;
            /** You */
            you: (0 | 1)[];
        };
        /**
         * GameClockIn
         * @description Seconds per side for the game, with an increment per move.
         */
        GameClockIn: {
            /**
             * Increment
             * @default 0
             */
            increment?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "game";
            /** Seconds */
            seconds: number;
        };
        /**
         * GameInfo
         * @description A game of the catalogue.
         */
        GameInfo: {
            /** About */
            about: string;
            /** Buttons */
            buttons: {
                [key: string]: string;
            };
            /** By */
            by: string;
            /** Levels */
            levels: number;
            material: components["schemas"]["MaterialInfo"];
            /** Name */
            name: string;
            /** Rule Sets */
            rule_sets: components["schemas"]["RuleSetInfo"][];
            sample: components["schemas"]["SampleInfo"] | null;
            /** Title */
            title: string;
        };
        /**
         * GameKnowledge
         * @description What is known about one game.
         */
        GameKnowledge: {
            /** Game */
            game: string;
            /** Statements */
            statements: components["schemas"]["StatementOut"][];
            /** Title */
            title: string;
        };
        /**
         * GameList
         * @description Summaries of games, newest first; `before` is the cursor of the next page, null at the end.
         */
        GameList: {
            /** Before */
            before: string | null;
            /** Games */
            games: components["schemas"]["GameCard"][];
        };
        /**
         * GameView
         * @description The whole state of a game. `you` are the seats you hold; `next` is the next game of the series, or the rematch.
         */
        GameView: {
            clock: components["schemas"]["Clock"] | null;
            /** Created */
            created: number;
            /** Finished */
            finished: number | null;
            /** Game */
            game: string;
            /** Id */
            id: string;
            /** Invite */
            invite: string | null;
            /** Movers */
            movers: (0 | 1)[];
            /** Moves */
            moves: string[];
            /** Next */
            next: string | null;
            offers: components["schemas"]["Offers"];
            /** Options */
            options: {
                [key: string]: number | string;
            };
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Ply */
            ply: number;
            /** Rules */
            rules: string;
            scene: components["schemas"]["SceneOut"];
            /** Score */
            score: [
                number,
                number
            ] | null;
            /** Seats */
            seats: [
                components["schemas"]["SeatOut"],
                components["schemas"]["SeatOut"]
            ];
            /** Sequence */
            sequence: number;
            series: components["schemas"]["SeriesInfo"] | null;
            /** Start Position */
            start_position: string | null;
            /** Title */
            title: string;
            /** Turn */
            turn: (0 | 1) | null;
            /** Watchers */
            watchers: number;
            /** You */
            you: (0 | 1)[];
        };
        /**
         * Health
         * @description Whether the server works, or what does not: `database` is ok or a code, such as store/full or store/damaged.
         */
        Health: {
            /** Database */
            database: string;
            /** Engines */
            engines: string;
            /**
             * Status
             * @enum {string}
             */
            status: "ok" | "failing";
        };
        /**
         * HintIn
         * @description Ask for a hint. Only in games against the computer or on one screen, without a clock.
         */
        HintIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hint";
        };
        /**
         * HintOut
         * @description A move the computer recommends, the places to click, and the likeliest moves at first sight, if it has a net.
         */
        HintOut: {
            /** Id */
            id: number;
            /** Likely */
            likely: components["schemas"]["LikelyMoveOut"][];
            /** Move */
            move: string;
            /** Places */
            places: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hint";
        };
        /**
         * JoinIn
         * @description The secret of the invite link.
         */
        JoinIn: {
            /** Invite */
            invite: string;
        };
        /**
         * KnowledgeList
         * @description The games about which something is known, in the order of the catalogue.
         */
        KnowledgeList: {
            /** Games */
            games: components["schemas"]["GameKnowledge"][];
        };
        /**
         * LabelOut
         * @description A coordinate at the board's edge.
         */
        LabelOut: {
            /** At */
            at: [
                number,
                number
            ];
            /** Text */
            text: string;
        };
        /**
         * LessonOut
         * @description An exercise on the rules: a position, and the moves any of which solves it. `reply` is shown then.
         */
        LessonOut: {
            /** Clause */
            clause: string;
            /** Game */
            game: string;
            /** Goal */
            goal: string[];
            /** Id */
            id: string;
            /** Options */
            options: {
                [key: string]: number | string;
            };
            /** Position */
            position: string | null;
            /** Reply */
            reply: string | null;
            /** Rules */
            rules: string;
            scene: components["schemas"]["SceneOut"];
            /** Text */
            text: string;
            /** Title */
            title: string;
        };
        /**
         * LikelyMoveOut
         * @description A move that the computer thought likely at first sight, and how likely, from 0 to 1, with its images by symmetry.
         */
        LikelyMoveOut: {
            /** Images */
            images: number;
            /** Move */
            move: string;
            /** Policy */
            policy: number;
        };
        /**
         * LineOut
         * @description A line of the board; `arc` > 0 makes it an arc of that radius.
         */
        LineOut: {
            /** Arc */
            arc: number;
            /** Points */
            points: [
                number,
                number
            ][];
            /** Sweep */
            sweep: number;
            /** Tone */
            tone: string;
        };
        /**
         * LinesIn
         * @description A board, and lines of moves from there as the engine writes them.
         */
        LinesIn: {
            /** Game */
            game: string;
            /** Lines */
            lines: string[][];
            /** Moves */
            moves?: string[];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
        };
        /**
         * LinesOut
         * @description The same lines as texts; one with an illegal move ends before it.
         */
        LinesOut: {
            /** Lines */
            lines: string[][];
        };
        LiveIn: components["schemas"]["MoveIn"] | components["schemas"]["ClicksIn"] | components["schemas"]["ResignIn"] | components["schemas"]["CancelIn"] | components["schemas"]["OfferIn"] | components["schemas"]["AnswerIn"] | components["schemas"]["WithdrawIn"] | components["schemas"]["HintIn"] | components["schemas"]["SyncIn"] | components["schemas"]["PingIn"];
        LiveOut: components["schemas"]["StateOut"] | components["schemas"]["MovedOut"] | components["schemas"]["RefusedOut"] | components["schemas"]["ExplainedOut"] | components["schemas"]["HintOut"] | components["schemas"]["PongOut"] | components["schemas"]["WatchersOut"] | components["schemas"]["SeatsOut"] | components["schemas"]["ThinkingOut"];
        /**
         * MarkOut
         * @description An annotation on a place.
         */
        MarkOut: {
            /** Kind */
            kind: string;
            /** Place */
            place: string;
        };
        /**
         * MaterialInfo
         * @description What a game's board is made of: custom properties, glyphs and textures as SVG, and how the board lies on its sheet.
         *
         *     `tokens` has each property by day and by lamplight; `symbols` the ids in `defs` by glyph, owner and state; `tiles` markup
         *     with NAME and OUTLINE to be put in.
         */
        MaterialInfo: {
            /** Bevel */
            bevel: number;
            /** Border */
            border: string;
            /** Corner */
            corner: number;
            /** Defs */
            defs: string;
            /** Fills */
            fills: {
                [key: string]: string;
            };
            /** Frame */
            frame: number;
            /** Gap */
            gap: number;
            /** Grain On Cells */
            grain_on_cells: boolean;
            /** Marks */
            marks: {
                [key: string]: string;
            };
            /** Owners */
            owners: {
                [key: string]: string;
            };
            /** Players */
            players: [
                string,
                string
            ];
            /** Ruled */
            ruled: boolean;
            /** Symbols */
            symbols: {
                [key: string]: string[];
            };
            /** Tiles */
            tiles: {
                [key: string]: string;
            };
            /** Tokens */
            tokens: {
                [key: string]: [
                    string,
                    string
                ];
            };
        };
        /**
         * Me
         * @description Who you are, by your cookie or bot token.
         */
        Me: {
            /** Account */
            account: boolean;
            /** Id */
            id: string;
            /** Name */
            name: string;
        };
        /**
         * MoveIn
         * @description A move in the position after `ply` moves.
         */
        MoveIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /** Move */
            move: string;
            /** Ply */
            ply: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "move";
        };
        /**
         * MovedOut
         * @description A move was played and stored. `ply` is the number of moves now. After a gap in `sequence`, send sync.
         *
         *     `labels` are the seats' labels, as in SeatOut.
         */
        MovedOut: {
            /**
             * By
             * @enum {integer}
             */
            by: 0 | 1;
            clock: components["schemas"]["Clock"] | null;
            /** Labels */
            labels: [
                string,
                string
            ];
            /** Move */
            move: string;
            /** Next */
            next: string | null;
            offers: components["schemas"]["Offers"];
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Ply */
            ply: number;
            scene: components["schemas"]["SceneOut"];
            /** Score */
            score: [
                number,
                number
            ] | null;
            /** Sequence */
            sequence: number;
            series: components["schemas"]["SeriesInfo"] | null;
            /** Turn */
            turn: (0 | 1) | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "moved";
        };
        /**
         * NameIn
         * @description A new name.
         */
        NameIn: {
            /** Name */
            name: string;
        };
        /**
         * NewGame
         * @description A game to create. `games` above 1 makes it the first of a series with alternating colours and added points.
         */
        NewGame: {
            /** Clock */
            clock?: (components["schemas"]["GameClockIn"] | components["schemas"]["DaysClockIn"]) | null;
            /** Game */
            game: string;
            /**
             * Games
             * @default 1
             */
            games?: number;
            /** Opponent */
            opponent: components["schemas"]["ComputerIn"] | components["schemas"]["ScreenIn"] | components["schemas"]["FriendIn"] | components["schemas"]["BotIn"];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
            /**
             * Seat
             * @default first
             * @enum {string}
             */
            seat?: "first" | "second" | "random";
        };
        /**
         * NodeIn
         * @description A move of a tree. Parents stand before their children; a node's first child in the list is its main line.
         */
        NodeIn: {
            /** Clock */
            clock?: number | null;
            /**
             * Comment
             * @default
             */
            comment?: string;
            /**
             * Glyph
             * @default
             * @enum {string}
             */
            glyph?: "" | "!" | "?" | "!!" | "??" | "!?" | "?!";
            /** Id */
            id: number;
            /** Move */
            move: string;
            /** Mover */
            mover?: (0 | 1) | null;
            /** Parent */
            parent: number | null;
        };
        /**
         * NodeOut
         * @description A move of a tree, as NodeIn.
         */
        NodeOut: {
            /** Clock */
            clock: number | null;
            /** Comment */
            comment: string;
            /**
             * Glyph
             * @enum {string}
             */
            glyph: "" | "!" | "?" | "!!" | "??" | "!?" | "?!";
            /** Id */
            id: number;
            /** Move */
            move: string;
            /**
             * Mover
             * @enum {integer}
             */
            mover: 0 | 1;
            /** Parent */
            parent: number | null;
        };
        /**
         * OfferIn
         * @description Offer a draw, a takeback of your last move, or a rematch.
         */
        OfferIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "offer";
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
        };
        /**
         * Offers
         * @description The seats with an open offer of each kind.
         */
        Offers: {
            /** Draw */
            draw: (0 | 1) | null;
            /** Rematch */
            rematch: (0 | 1) | null;
            /** Undo */
            undo: (0 | 1) | null;
        };
        /**
         * OptionInfo
         * @description An option of a rule set. `kind` says which of the other fields apply: words, a range, or either.
         */
        OptionInfo: {
            /** Default */
            default: number | string;
            /** Help */
            help: string;
            /** High */
            high: number | null;
            /**
             * Kind
             * @enum {string}
             */
            kind: "choice" | "number" | "either";
            /** Label */
            label: string;
            /** Low */
            low: number | null;
            /** Name */
            name: string;
            /** Words */
            words: string[];
        };
        /**
         * OutcomeOut
         * @description How a game ended. `clause` is the rules' clause, or resign, time, agreed, forfeit; `told` speaks to each player.
         */
        OutcomeOut: {
            /** Clause */
            clause: string;
            /** Score */
            score: [
                number,
                number
            ] | null;
            /** Sentence */
            sentence: string;
            /** Told */
            told: [
                string,
                string
            ];
            /** Winner */
            winner: (0 | 1) | null;
        };
        /**
         * PassphraseIn
         * @description Your passphrase, and the one to be used from now on.
         */
        PassphraseIn: {
            /** New */
            new: string;
            /** Passphrase */
            passphrase: string;
        };
        /**
         * PassphraseOnly
         * @description Your passphrase, to show that it is you.
         */
        PassphraseOnly: {
            /** Passphrase */
            passphrase: string;
        };
        /**
         * PictureIn
         * @description A board to be drawn.
         */
        PictureIn: {
            /** Game */
            game: string;
            /** Moves */
            moves?: string[];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
            /**
             * Theme
             * @default auto
             * @enum {string}
             */
            theme?: "auto" | "light" | "dark";
        };
        /**
         * PieceOut
         * @description A piece on a place.
         */
        PieceOut: {
            /** Glyph */
            glyph: string;
            /** Owner */
            owner: string;
            /** Place */
            place: string;
            /** State */
            state: string;
        };
        /**
         * PingIn
         * @description Check the connection and the server's time.
         */
        PingIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
        };
        /**
         * PlaceOut
         * @description A place that can be clicked and hold pieces; an empty outline means an intersection of lines.
         */
        PlaceOut: {
            /** Centre */
            centre: [
                number,
                number
            ];
            /** Id */
            id: string;
            /** Label */
            label: string;
            /** Outline */
            outline: [
                number,
                number
            ][];
            /** Tone */
            tone: string;
        };
        /**
         * PlayedBy
         * @description How many games, by who made the move: people on this server, levels and bots, or players of the lab.
         */
        PlayedBy: {
            /** Lab */
            lab: number;
            /** Levels */
            levels: number;
            /** People */
            people: number;
        };
        /**
         * PongOut
         * @description The answer to a ping, with the server's time.
         */
        PongOut: {
            /** Id */
            id: number;
            /** Now */
            now: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pong";
        };
        /**
         * PositionIn
         * @description A text that is a position, a diagram or a record; the first two in the notation of this game.
         */
        PositionIn: {
            /** Game */
            game: string;
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Rules */
            rules?: string | null;
            /** Text */
            text: string;
        };
        /**
         * PositionOut
         * @description What the text is, and the game that begins there.
         */
        PositionOut: {
            /** Comment */
            comment: string;
            /** Game */
            game: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "position" | "diagram" | "record";
            /** Nodes */
            nodes: components["schemas"]["NodeOut"][];
            /** Options */
            options: {
                [key: string]: number | string;
            };
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Position */
            position: string | null;
            /** Rules */
            rules: string;
            /** Tags */
            tags: {
                [key: string]: string;
            };
        };
        /**
         * Problem
         * @description A refusal: a code for programs, a sentence that says what would be right, and the places to click.
         */
        Problem: {
            /** Clause */
            clause?: string | null;
            /** Code */
            code: string;
            /** Message */
            message: string;
            /** Right */
            right?: string[] | null;
        };
        /**
         * PuzzleGame
         * @description The puzzles of a game: how many of each rule set, and how you stand.
         */
        PuzzleGame: {
            /** Game */
            game: string;
            /** Rules */
            rules: {
                [key: string]: number;
            };
            standing: components["schemas"]["PuzzleStanding"];
            /** Title */
            title: string;
        };
        /**
         * PuzzleList
         * @description The games that have puzzles.
         */
        PuzzleList: {
            /** Games */
            games: components["schemas"]["PuzzleGame"][];
        };
        /**
         * PuzzleOut
         * @description A puzzle. `line` is the solution with the opponent's defences, `rest` one way on from its end.
         */
        PuzzleOut: {
            /** Game */
            game: string;
            /**
             * Goal
             * @enum {string}
             */
            goal: "win" | "draw";
            /** Id */
            id: string;
            /** Line */
            line: string[];
            /** Options */
            options: {
                [key: string]: number | string;
            };
            /** Position */
            position: string;
            /** Rating */
            rating: number;
            /** Rest */
            rest: string[];
            /** Rules */
            rules: string;
            standing: components["schemas"]["PuzzleStanding"];
            /**
             * State
             * @enum {string}
             */
            state: "new" | "failed" | "solved";
            /** Task */
            task: string;
            /** Title */
            title: string;
            /**
             * Turn
             * @enum {integer}
             */
            turn: 0 | 1;
        };
        /**
         * PuzzleStanding
         * @description How you stand in the puzzles of a game: your rating, how many puzzles it stands on, how many you have solved.
         */
        PuzzleStanding: {
            /** Count */
            count: number;
            /** Rating */
            rating: number;
            /** Solved */
            solved: number;
            /** Total */
            total: number;
        };
        /**
         * RecordIn
         * @description A pasted record file.
         */
        RecordIn: {
            /** Text */
            text: string;
        };
        /**
         * RecordedGame
         * @description One game of a pasted record, checked by replaying it; `moves` is its main line.
         */
        RecordedGame: {
            /** Comment */
            comment: string;
            /** Game */
            game: string;
            /** Movers */
            movers: (0 | 1)[];
            /** Moves */
            moves: string[];
            /** Nodes */
            nodes: components["schemas"]["NodeOut"][];
            /** Options */
            options: {
                [key: string]: number | string;
            };
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Position */
            position: string | null;
            /** Rules */
            rules: string;
            /** Tags */
            tags: {
                [key: string]: string;
            };
        };
        /**
         * Records
         * @description The games of a pasted record file.
         */
        Records: {
            /** Games */
            games: components["schemas"]["RecordedGame"][];
        };
        /**
         * RefusedOut
         * @description A message was refused; nothing has changed.
         */
        RefusedOut: {
            /** Clause */
            clause: string | null;
            /** Code */
            code: string;
            /** Id */
            id: number | null;
            /** Message */
            message: string;
            /** Right */
            right: string[] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refused";
        };
        /**
         * ReportList
         * @description All reports, in the order of the catalogue; `comparison` is the address of the page that compares them, or null.
         */
        ReportList: {
            /** Comparison */
            comparison: string | null;
            /** Reports */
            reports: components["schemas"]["ReportOut"][];
        };
        /**
         * ReportMeasure
         * @description A measured value as in the report's file; `low` and `high` bound its 95 % interval.
         *
         *     `text` and `interval` are the same rounded, in the lab's way; `interval` is "" where none is known.
         */
        ReportMeasure: {
            /** High */
            high: number | null;
            /** Interval */
            interval: string;
            /** Low */
            low: number | null;
            /** Method */
            method: string;
            /** N */
            n: number;
            /** Name */
            name: string;
            /** Note */
            note: string;
            /** Text */
            text: string;
            /** Unit */
            unit: string;
            /** Value */
            value: number;
        };
        /**
         * ReportOut
         * @description A report on one rule set: a summary, and the main measures of its strongest equal players.
         *
         *     `options` are those that differ from the defaults; `address` is that of the full page, or null where it was not built.
         */
        ReportOut: {
            /** Address */
            address: string | null;
            /** Game */
            game: string;
            /** Games */
            games: number;
            /** Measures */
            measures: components["schemas"]["ReportMeasure"][];
            /** Name */
            name: string;
            /** Options */
            options: {
                [key: string]: number | string;
            };
            /** Players */
            players: [
                string,
                string
            ];
            /** Rules */
            rules: string;
            /** Summary */
            summary: string[];
            /** Title */
            title: string;
        };
        /**
         * ResignIn
         * @description Resign. `seat` matters only if both seats are yours; the default is the one to move.
         */
        ResignIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /** Seat */
            seat?: (0 | 1) | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "resign";
        };
        /**
         * ReviewIn
         * @description A game not stored here, to be reviewed.
         */
        ReviewIn: {
            /** Game */
            game: string;
            /** Moves */
            moves?: string[];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
        };
        /**
         * ReviewOut
         * @description The review of a game. `chances`: the first player's chances at the start and after each move.
         */
        ReviewOut: {
            /** Chances */
            chances: number[];
            /** Limit */
            limit: string;
            /** Moves */
            moves: components["schemas"]["ReviewedMove"][];
            /** Players */
            players: [
                components["schemas"]["ReviewedPlayer"],
                components["schemas"]["ReviewedPlayer"]
            ];
            /** Turning Points */
            turning_points: number[];
        };
        /**
         * ReviewState
         * @description The state of a review. `progress` is null while it waits for its turn; `message` says why it failed.
         */
        ReviewState: {
            /** Message */
            message: string | null;
            /** Progress */
            progress: number | null;
            review: components["schemas"]["ReviewOut"] | null;
            /**
             * State
             * @enum {string}
             */
            state: "none" | "waiting" | "ready" | "failed";
        };
        /**
         * ReviewedMove
         * @description A move and how much of its player's chances it lost; `cost`, `change` and `better` if there was a better one.
         */
        ReviewedMove: {
            better: components["schemas"]["BetterMove"] | null;
            /** Change */
            change: string;
            /** Cost */
            cost: string;
            /** Loss */
            loss: number;
            /** Move */
            move: string;
            /** Number */
            number: number;
            /**
             * Player
             * @enum {integer}
             */
            player: 0 | 1;
            /** Round */
            round: number;
            /**
             * Word
             * @enum {string}
             */
            word: "forced" | "best" | "good" | "slip" | "mistake" | "blunder";
        };
        /**
         * ReviewedPlayer
         * @description How well a player played, in the moves where there was a choice.
         */
        ReviewedPlayer: {
            /** Accuracy */
            accuracy: number | null;
            /** Best */
            best: number;
            /** Blunders */
            blunders: number;
            /** Mistakes */
            mistakes: number;
            /** Moves */
            moves: number;
            /** Sentence */
            sentence: string;
            /** Side */
            side: string;
            /** Slips */
            slips: number;
        };
        /**
         * RuleSetInfo
         * @description One way to play a game.
         */
        RuleSetInfo: {
            /** Help */
            help: string;
            /** Name */
            name: string;
            /** Options */
            options: components["schemas"]["OptionInfo"][];
            /** Scored */
            scored: boolean;
            /** Sides */
            sides: [
                string,
                string
            ];
        };
        /**
         * RulesPage
         * @description A game's rules as safe HTML with exercises. Clauses are anchors: #clause-3.1.
         *
         *     Diagrams appear as `<figure data-diagram="0"><img ...></figure>`, the number being the scene's in `diagrams` and the
         *     position's in `starts`.
         */
        RulesPage: {
            /** By */
            by: string;
            /** Diagrams */
            diagrams: components["schemas"]["SceneOut"][];
            /** Game */
            game: string;
            /** Html */
            html: string;
            /** Lessons */
            lessons: components["schemas"]["LessonOut"][];
            /** Starts */
            starts: components["schemas"]["DiagramStart"][];
            /** Title */
            title: string;
        };
        /**
         * SampleInfo
         * @description A game to be shown: the board after `shown` moves, and how it went on.
         */
        SampleInfo: {
            /** Moves */
            moves: string[];
            /** Options */
            options: {
                [key: string]: number | string;
            };
            /** Rules */
            rules: string;
            /** Shown */
            shown: number;
        };
        /**
         * SceneAt
         * @description The board after `ply` moves of a live game, and the move that led to it.
         */
        SceneAt: {
            /** Move */
            move: string | null;
            /** Ply */
            ply: number;
            scene: components["schemas"]["SceneOut"];
        };
        /**
         * SceneOut
         * @description A board, ready to draw.
         */
        SceneOut: {
            /** Alt */
            alt: string;
            /** Box */
            box: [
                number,
                number,
                number,
                number
            ];
            /** Choices */
            choices: components["schemas"]["ChoiceOut"][];
            /** Game */
            game: string;
            /** Labels */
            labels: components["schemas"]["LabelOut"][];
            /** Lines */
            lines: components["schemas"]["LineOut"][];
            /** Marks */
            marks: components["schemas"]["MarkOut"][];
            /** Pieces */
            pieces: components["schemas"]["PieceOut"][];
            /** Places */
            places: components["schemas"]["PlaceOut"][];
            /** Rules */
            rules: string;
            /** Shortcuts */
            shortcuts: components["schemas"]["ChoiceOut"][];
            /** Sides */
            sides: [
                string,
                string
            ];
            /** Status */
            status: string;
            /** Stocks */
            stocks: components["schemas"]["StockOut"][];
            /** To Move */
            to_move: string;
        };
        /**
         * ScreenIn
         * @description Two players on one screen: both seats are yours.
         */
        ScreenIn: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "screen";
        };
        /**
         * SeatLabel
         * @description A player's score in the game's own words, "" where the game has none.
         */
        SeatLabel: {
            /** Label */
            label: string;
        };
        /**
         * SeatOut
         * @description Who holds a seat; `label` is the score in the game's own words, "" where the game has none.
         */
        SeatOut: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "person" | "computer" | "bot" | "open";
            /** Label */
            label: string;
            /** Level */
            level: number | null;
            /** Name */
            name: string;
            /** Online */
            online: boolean;
        };
        /**
         * SeatsOut
         * @description Someone has joined, connected, disconnected or changed their name.
         */
        SeatsOut: {
            /** Seats */
            seats: [
                components["schemas"]["SeatOut"],
                components["schemas"]["SeatOut"]
            ];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "seats";
        };
        /**
         * SeriesInfo
         * @description The score of the series; points in the order of this game's seats.
         */
        SeriesInfo: {
            /** Length */
            length: number;
            /** Number */
            number: number;
            /** Points */
            points: [
                number,
                number
            ];
        };
        /**
         * SessionList
         * @description Your sessions, the last used first.
         */
        SessionList: {
            /** Sessions */
            sessions: components["schemas"]["SessionOut"][];
        };
        /**
         * SessionOut
         * @description A device on which you are signed in; `current` is this one.
         */
        SessionOut: {
            /** Created */
            created: number;
            /** Current */
            current: boolean;
            /** Device */
            device: string;
            /** Id */
            id: string;
            /** Seen */
            seen: number;
        };
        /**
         * StateOut
         * @description The whole state: on connecting, on request, and after every change other than a move.
         *
         *     `answers` is the id of the message it answers, null if it answers none.
         */
        StateOut: {
            /** Answers */
            answers: number | null;
            game: components["schemas"]["GameView"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "state";
        };
        /**
         * StatementOut
         * @description One thing that is known: `status` is "proven", "measured" or "believed"; `interval` is "" where nothing was measured.
         *
         *     `about` is the rule set with its options, "" for the whole game; `repeat` are commands that show it again.
         */
        StatementOut: {
            /** About */
            about: string;
            /** Interval */
            interval: string;
            /** Repeat */
            repeat: string[];
            /** Status */
            status: string;
            /** Text */
            text: string;
        };
        /**
         * StockOut
         * @description Pieces a player has off the board.
         */
        StockOut: {
            /** Count */
            count: number;
            /** Glyph */
            glyph: string;
            /** Name */
            name: string;
            /** Owner */
            owner: string;
            /** State */
            state: string;
        };
        /**
         * StudyId
         * @description The id of a stored study: its address is /study/ID.
         */
        StudyId: {
            /** Id */
            id: string;
        };
        /**
         * StudyOut
         * @description A stored study.
         */
        StudyOut: {
            /** Comment */
            comment: string;
            /** Created */
            created: number;
            /** Game */
            game: string;
            /** Id */
            id: string;
            /** Nodes */
            nodes: components["schemas"]["NodeOut"][];
            /** Options */
            options: {
                [key: string]: number | string;
            };
            outcome: components["schemas"]["OutcomeOut"] | null;
            /** Position */
            position: string | null;
            /** Rules */
            rules: string;
            /** Tags */
            tags: {
                [key: string]: string;
            };
        };
        /**
         * StudyTextIn
         * @description A study as a record of one game.
         */
        StudyTextIn: {
            /** Record */
            record: string;
        };
        /**
         * SyncIn
         * @description Ask for the whole state.
         */
        SyncIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sync";
        };
        /**
         * ThinkingOut
         * @description The computer in this seat has started to search for a move.
         */
        ThinkingOut: {
            /**
             * Seat
             * @enum {integer}
             */
            seat: 0 | 1;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking";
        };
        /**
         * TreeIn
         * @description A game with its variations.
         */
        TreeIn: {
            /**
             * Comment
             * @default
             */
            comment?: string;
            /** Game */
            game: string;
            /** Nodes */
            nodes?: components["schemas"]["NodeIn"][];
            /** Options */
            options?: {
                [key: string]: number | string;
            };
            /** Outcome */
            outcome?: {
                [key: string]: unknown;
            } | null;
            /** Position */
            position?: string | null;
            /** Rules */
            rules?: string | null;
            /** Tags */
            tags?: {
                [key: string]: string;
            };
        };
        /**
         * TriedOut
         * @description The judgement. `reply` are the moves that follow yours: the defence, or how the opponent shows that yours is wrong.
         */
        TriedOut: {
            /** Moves */
            moves: string[];
            /** Reply */
            reply: string[];
            standing: components["schemas"]["PuzzleStanding"];
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "right" | "wrong" | "solved" | "shown";
            /** Words */
            words: string;
        };
        /**
         * TryIn
         * @description A try: the moves of the line so far and your own. `give_up`: the solution was shown; there is no try.
         */
        TryIn: {
            /**
             * Give Up
             * @default false
             */
            give_up?: boolean;
            /** Moves */
            moves: string[];
        };
        /**
         * WatchersOut
         * @description The number of watchers has changed.
         */
        WatchersOut: {
            /** Count */
            count: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "watchers";
        };
        /**
         * WithdrawIn
         * @description Withdraw your own offer.
         */
        WithdrawIn: {
            /**
             * Id
             * @default 0
             */
            id?: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "withdraw";
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    about_api_about_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["About"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    make_account_api_account_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    delete_api_account_delete_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PassphraseOnly"];
            };
        };
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    export_api_account_export_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_passphrase_api_account_passphrase_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PassphraseIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    board_api_board_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoardIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mine_api_bots_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bots"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    create_api_bots_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotNameIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotToken"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lines_api_bots_events_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revoke_api_bots__bot__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bots"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renew_api_bots__bot__token_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotToken"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    catalogue_api_catalogue_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalogue"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exact_api_exact_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoardIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExactOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explanation_api_explain_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explorer_api_explorer_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoardIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplorerOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_games_api_games_get: {
        parameters: {
            query?: {
                list?: "live" | "mine" | "finished";
                game?: string | null;
                state?: ("open" | "finished") | null;
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    create_api_games_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGame"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameView"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    look_api_games__game__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameView"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    action_api_games__game__actions_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveIn"] | components["schemas"]["ClicksIn"] | components["schemas"]["ResignIn"] | components["schemas"]["CancelIn"] | components["schemas"]["OfferIn"] | components["schemas"]["AnswerIn"] | components["schemas"]["WithdrawIn"] | components["schemas"]["HintIn"] | components["schemas"]["SyncIn"] | components["schemas"]["PingIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateOut"] | components["schemas"]["MovedOut"] | components["schemas"]["RefusedOut"] | components["schemas"]["ExplainedOut"] | components["schemas"]["HintOut"] | components["schemas"]["PongOut"] | components["schemas"]["WatchersOut"] | components["schemas"]["SeatsOut"] | components["schemas"]["ThinkingOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    join_api_games__game__join_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameView"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    picture_api_games__game__picture_svg_get: {
        parameters: {
            query?: {
                ply?: number | null;
            };
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": unknown;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    record_api_games__game__record_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    look_api_games__game__review_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description The review is in progress */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    start_api_games__game__review_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description The review is in progress */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    scene_at_api_games__game__scenes__ply__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
                ply: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SceneAt"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    knowledge_api_knowledge_get: {
        parameters: {
            query?: {
                game?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lines_api_lines_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinesIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinesOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    login_api_login_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    logout_api_logout_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    me_api_me_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rename_api_me_patch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NameIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    picture_api_picture_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PictureIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    position_api_position_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    choose_api_puzzles_get: {
        parameters: {
            query: {
                game: string;
                rules?: string | null;
                near?: number | null;
                skip?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_games_api_puzzles_games_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    look_api_puzzles__game___puzzle__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
                puzzle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    try_move_api_puzzles__game___puzzle__try_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
                puzzle: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TryIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    record_api_record_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TreeIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    records_api_records_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Records"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reports_api_reports_get: {
        parameters: {
            query?: {
                game?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    start_for_api_review_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description The review is in progress */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rules_api_rules__game__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesPage"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diagram_api_rules__game__diagrams__number__svg_get: {
        parameters: {
            query?: {
                theme?: "auto" | "light" | "dark";
            };
            header?: never;
            path: {
                game: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_sessions_api_sessions_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    end_others_api_sessions_end_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    end_one_api_sessions__session__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    share_api_studies_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyTextIn"] | components["schemas"]["TreeIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyId"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    look_api_studies__study__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyOut"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    health_healthz_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    metrics_metrics_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description A refusal: its code, and what would be right */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description A refusal: its code, and what would be right */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
