import MoyaHTTP
